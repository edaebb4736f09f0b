"""The mechanisms of the language. To add one: a folder, a line here, its mirror in the tests."""

from __future__ import annotations

from rulelang.mechanisms.auction import AUCTION
from rulelang.mechanisms.contest import CONTEST
from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.draft import DRAFT
from rulelang.mechanisms.grid import GRID
from rulelang.mechanisms.market import MARKET
from rulelang.mechanisms.places import PLACES
from rulelang.mechanisms.rondel import RONDEL
from rulelang.mechanisms.round import ROUND
from rulelang.mechanisms.trade import TRADE
from rulelang.mechanisms.voyage import VOYAGE

MECHANISMS: tuple[Mechanism, ...] = (AUCTION, CONTEST, DRAFT, GRID, MARKET, PLACES, RONDEL, ROUND, TRADE, VOYAGE)
