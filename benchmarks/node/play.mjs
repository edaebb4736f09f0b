// Plays random games on boardgame.io without a board, a server or a debug panel.
// Each line on standard input is a number of seconds; the answer is the number of decisions made and the
// seconds they took. One client is reset for every game: a new one for each would be half as fast.
import { createInterface } from 'node:readline';
import { Client } from 'boardgame.io/dist/cjs/client.js';

const playOne = (client, move, options) => {
  client.reset();
  let made = 0;
  let state = client.getState();
  while (state.ctx.gameover === undefined) {
    const open = options(state.G);
    client.moves[move](open[Math.floor(Math.random() * open.length)]);
    state = client.getState();
    made += 1;
  }
  return made;
};

export const serve = (game, move, options) => {
  const client = Client({ game, numPlayers: 2, debug: false });
  createInterface({ input: process.stdin }).on('line', (line) => {
    const seconds = Number(line);
    const start = process.hrtime.bigint();
    let made = 0;
    let spent = 0;
    do {
      made += playOne(client, move, options);
      spent = Number(process.hrtime.bigint() - start) / 1e9;
    } while (spent < seconds);
    process.stdout.write(`${made} ${spent}\n`);
  });
};
