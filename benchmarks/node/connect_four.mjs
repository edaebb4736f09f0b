// Connect four, seven columns by six rows, written as a game of boardgame.io.
import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';
import { serve } from './play.mjs';

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

const run = (columns, column, row, [dc, dr], player) => {
  let length = 0;
  let c = column + dc;
  let r = row + dr;
  while (c >= 0 && c < COLUMNS && r >= 0 && columns[c][r] === player) {
    length += 1;
    c += dc;
    r += dr;
  }
  return length;
};

const wins = (columns, column, row, player) => DIRECTIONS.some(
  ([dc, dr]) => 1 + run(columns, column, row, [dc, dr], player) + run(columns, column, row, [-dc, -dr], player) >= 4,
);

export const ConnectFour = {
  name: 'connect_four',
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), discs: 0, winner: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (G.columns[column].length >= ROWS) return INVALID_MOVE;
      G.columns[column].push(playerID);
      G.discs += 1;
      if (wins(G.columns, column, G.columns[column].length - 1, playerID)) G.winner = playerID;
      return undefined;
    },
  },
  endIf: ({ G }) => {
    if (G.winner !== null) return { winner: G.winner };
    return G.discs === COLUMNS * ROWS ? { draw: true } : undefined;
  },
};

const options = (G) => {
  const found = [];
  G.columns.forEach((column, number) => { if (column.length < ROWS) found.push(number); });
  return found;
};

serve(ConnectFour, 'drop', options);
