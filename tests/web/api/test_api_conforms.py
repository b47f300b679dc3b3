"""The API does what its description says, whatever is sent: requests are made up from the description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from tests.web.campaigns import BARROW, begin
from turnkeeper.app.outcomes import CommandDone, MovedTo, ThrowWanted
from turnkeeper.web.api.campaigns import NewCampaign
from turnkeeper.web.api.describing import EXAMPLES, _id_of, described, handlers
from turnkeeper.web.api.events import HeadMovedMessage
from turnkeeper.web.api.playing import SayRequest
from turnkeeper.web.app import create_app
from turnkeeper.web.problems import ProblemDetails
from turnkeeper.web.request_limits import Hosts, RequestLimits

if TYPE_CHECKING:
    from pathlib import Path

    from schemathesis import Case
    from schemathesis.schemas import BaseSchema

SOME, MANY = 6, 80
ENDLESS = "/api/campaigns/{key}/events"
MOVES_AWAY = ("/archive", "/bring-back")
"""What would take the campaign away from all the others is tried with made-up keys alone."""


class Service:
    """The application with one campaign under way, its description, and a token."""

    def __init__(self, folder: Path) -> None:
        from schemathesis.openapi import from_dict

        self.key = begin(folder, "Barrow", *BARROW)
        app = create_app(folder)
        _, token = app.state["keys"].make_token("tests")
        self.headers = {"Authorization": f"Bearer {token}"}
        self.schema: BaseSchema = from_dict(described(app, "turnkeeper"))
        self.schema.app = RequestLimits(app, Hosts(["testserver"]))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    return Service(tmp_path_factory.mktemp("conforms"))


def operations() -> list[tuple[str, str]]:
    found = [
        (f"/api{path}".replace(":str}", "}"), str(method).lower())
        for handler in handlers()
        for path in handler.paths
        for method in handler.http_methods
    ]
    return [one for one in found if one[0] != ENDLESS]


def checks() -> list[Any]:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
        checks.negative_data_rejection,
    ]


def try_out(service: Service, path: str, method: str, examples: int) -> None:
    found = checks()

    @given(case=service.schema[path][method].as_strategy())
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def holds(case: Case[Any]) -> None:
        if "{key}" in path and not path.endswith(MOVES_AWAY):
            case.path_parameters["key"] = service.key
        case.call_and_validate(headers=service.headers, checks=found)

    holds()


@pytest.mark.slow
@pytest.mark.parametrize("path,method", operations())
def test_no_request_is_answered_otherwise_than_described(service: Service, path: str, method: str) -> None:
    try_out(service, path, method, SOME)


@pytest.mark.long
@pytest.mark.parametrize("path,method", operations())
def test_no_request_of_very_many_is_answered_otherwise_than_described(
    service: Service, path: str, method: str
) -> None:
    try_out(service, path, method, MANY)


@pytest.mark.slow
def test_the_description_tells_every_operation_its_noes_and_every_value() -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        whole = described(create_app(Path(folder)), "turnkeeper")
    assert whole["openapi"].startswith("3.1")
    told = {(path, method) for path, item in whole["paths"].items() for method in item}
    assert told == {*operations(), (ENDLESS, "get")}
    for path, item in whole["paths"].items():
        for method, operation in item.items():
            assert operation["summary"], (path, method)
            assert operation["description"], (path, method)
            assert operation["tags"], (path, method)
            assert {"400", "401", "403", "404", "413", "500"} <= set(operation["responses"]), (path, method)
            for parameter in operation.get("parameters", []):
                assert parameter.get("description"), (path, method, parameter["name"])
    for name, schema in whole["components"]["schemas"].items():
        assert schema.get("description"), name


def test_every_example_of_the_description_is_a_value_of_its_kind() -> None:
    names = {
        one.__name__: one
        for one in (
            SayRequest,
            NewCampaign,
            CommandDone,
            ThrowWanted,
            MovedTo,
            ProblemDetails,
            HeadMovedMessage,
        )
    }
    assert set(names) == set(EXAMPLES)
    for name, example in EXAMPLES.items():
        whole = msgspec.json.decode(msgspec.json.encode(msgspec.convert(example, names[name])))
        assert isinstance(example, dict)
        assert whole | example == whole, name


def test_no_two_operations_have_one_name() -> None:
    names = [_id_of(handler) for handler in handlers()]
    assert len(names) == len(set(names))
