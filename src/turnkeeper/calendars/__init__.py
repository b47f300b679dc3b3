"""Calendars: pure functions between the number of a day and its date, over calendars given as data.

A calendar is a view of the campaign's days and never moves the clock. `model` is what a file may say,
`almanac` answers from it, `reading` checks files. No float decides a date, and nothing here walks over years.
"""
