// Tic-tac-toe, as in the tutorial of boardgame.io.
import { INVALID_MOVE } from 'boardgame.io/dist/cjs/core.js';
import { serve } from './play.mjs';

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

const isVictory = (cells) => LINES.some(
  ([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c],
);

const isDraw = (cells) => cells.every((cell) => cell !== null);

export const TicTacToe = {
  name: 'tic_tac_toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      return undefined;
    },
  },
  endIf: ({ G, ctx }) => {
    if (isVictory(G.cells)) return { winner: ctx.currentPlayer };
    return isDraw(G.cells) ? { draw: true } : undefined;
  },
};

const options = (G) => {
  const found = [];
  G.cells.forEach((cell, id) => { if (cell === null) found.push(id); });
  return found;
};

serve(TicTacToe, 'clickCell', options);
