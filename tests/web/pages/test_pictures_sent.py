"""Pictures over HTTP: players are sent those that lie open, and no other that the campaign keeps."""

from __future__ import annotations

import anyio
import pytest

from tests.web.campaigns import begin
from tests.web.guesthouse import HTMX, emptied, house
from turnkeeper.app.library import SUFFIX

PNG = b"\x89PNG\r\n\x1a\n" + b"letter"
SECRET = b"\x89PNG\r\n\x1a\n" + b"the lair"


@pytest.mark.slow
def test_players_are_sent_the_pictures_of_open_handouts_and_no_other() -> None:
    async def visit() -> None:
        folder = emptied()
        key = begin(folder, "Barrow", "party Varda wisdom 12")
        async with house(folder / f"Barrow{SUFFIX}") as at:
            sheet = f"/c/{key}/do/hand-out.hand"
            headers = {**at.referee, **HTMX, "Origin": "http://127.0.0.1"}

            async def hand_out(title: str, data: bytes) -> str:
                sent = {"way": "0", "f-title": title, "f-text": ""}
                answer = await at.client.post(sheet, data=sent, files={"f-picture": data}, headers=headers)
                return answer.text

            assert 'data-outcome="done"' in await hand_out("letter", PNG)
            assert 'data-outcome="done"' in await hand_out("lair", SECRET)
            refused = await hand_out("drawing", b"<svg onload='alert(1)'>")
            assert 'data-code="picture"' in refused
            assert "svg" not in refused
            state = await at.table.run(lambda session: session.campaign.state)
            letter, lair = (one.picture for one in state.handouts)
            seen = await at.get(f"/picture/{letter}")
            assert (seen.status_code, seen.content) == (200, PNG)
            assert seen.headers["content-type"] == "image/png"
            assert letter in (await at.get()).text
            await at.table.change(lambda session: session.say("take back handout lair"))
            for hidden in (lair, "0" * 16, "..%2f..%2fetc"):
                assert (await at.get(f"/picture/{hidden}")).status_code == 404
            assert lair not in (await at.get()).text
            # The referee has it still; who did not come in has nothing.
            own = await at.client.get(f"/c/{key}/picture/{lair}", headers=at.referee)
            assert own.content == SECRET
            assert (await at.client.get(f"/c/{key}/picture/{lair}")).status_code in {401, 403}

    anyio.run(visit)
