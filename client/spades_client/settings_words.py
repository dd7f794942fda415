"""``set`` and ``settings``: what they change, and what they tell. Pure."""

from __future__ import annotations

from spades_client import settings_texts as texts
from spades_client.settings import SETTINGS, Setting, Settings, setting
from spades_client.settings_values import SettingError, allowed, typed, written


def set_setting(settings: Settings, name: str, value: str | None) -> tuple[Settings, str]:
    """Return the settings after ``set NAME VALUE``, and the sentence that tells it; without a value, as they are.

    Raises:
        SettingError: there is no such setting, or the value does not fit; the text is a sentence for people.
    """
    one = setting(name)
    if one is None:
        raise SettingError(texts.NO_SUCH.format(name=name))
    if value is None:
        return settings, shown(settings, one)
    try:
        after = typed(settings, one, value)
    except SettingError as error:
        raise SettingError(texts.WANTS.format(name=one.name, allowed=error)) from None
    value = written(after, one)
    form = texts.IS_NOW if value else texts.IS_NOW_EMPTY
    return after, form.format(name=one.name, value=value, label=texts.LABELS[one.name])


def shown(settings: Settings, one: Setting) -> str:
    """Return a setting, what it is, and what it can be."""
    form = texts.SHOWN_WITH_CHOICE if allowed(one) else texts.SHOWN
    value = written(settings, one) or texts.EMPTY
    return form.format(name=one.name, value=value, label=texts.LABELS[one.name], allowed=allowed(one))


def settings_lines(settings: Settings) -> list[str]:
    """Return every setting, a line for each."""
    return [shown(settings, one) for one in SETTINGS]
