"""Every enquiry, in the order in which help lists it; each stands beside the function that answers it."""

from __future__ import annotations

from turnkeeper.views.enquiries import fighting, past, people, running, stores, times, ways
from turnkeeper.views.enquiries.enquiry import Enquiry

ENQUIRIES: tuple[Enquiry, ...] = (
    *times.ENQUIRIES,
    *running.ENQUIRIES,
    *ways.ENQUIRIES,
    *stores.ENQUIRIES,
    *people.ENQUIRIES,
    *fighting.ENQUIRIES,
    *past.ENQUIRIES,
)
