"""What the program reads from the environment and `.env`; `.env.example` lists exactly these."""

from ipaddress import ip_address
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_DATABASE = "sqlite+aiosqlite:///data/var/marriage.db"


def is_loopback(url: str) -> bool:
    """Whether a URL's host is this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _safe(url: str | None, secure: str, plain: str) -> str | None:
    """The token goes to an encrypted or a loopback address only. Raises ValueError."""
    if url is None or (urlsplit(url).scheme == secure and urlsplit(url).hostname):
        return url
    if urlsplit(url).scheme == plain and is_loopback(url):
        return url
    raise ValueError(f"the token would go there, so it must begin with {secure}:// or be on this machine")


class Settings(BaseSettings):
    """All settings. Raises pydantic.ValidationError naming the setting and what is wrong."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr = Field(default=SecretStr(""))
    database_url: str = DEFAULT_DATABASE
    discord_api_url: str | None = None
    discord_gateway_url: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    deal_seed: str | None = None

    @field_validator("discord_token")
    @classmethod
    def _token(cls, token: SecretStr) -> SecretStr:
        if not token.get_secret_value().strip():
            raise ValueError("put the bot's token into DISCORD_TOKEN, in the environment or in .env")
        return token

    @field_validator("discord_api_url")
    @classmethod
    def _safe_api(cls, url: str | None) -> str | None:
        return _safe(url, "https", "http")

    @field_validator("discord_gateway_url")
    @classmethod
    def _safe_gateway(cls, url: str | None) -> str | None:
        return _safe(url, "wss", "ws")

    @model_validator(mode="after")
    def _seed_at_home_only(self) -> Self:
        if self.deal_seed is not None and not (self.discord_api_url and is_loopback(self.discord_api_url)):
            raise ValueError("DEAL_SEED makes deals foreseeable; it is allowed only where DISCORD_API_URL is loopback")
        return self
