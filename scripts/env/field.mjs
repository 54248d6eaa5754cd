// `… | field .Message.Id` prints one field of the JSON that it reads; what follows the dot is JavaScript.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const path = process.argv[2];
const text = readFileSync(0, 'utf8');

function main() {
  if (!/^[.[]/.test(path ?? '')) throw new Error("field takes a path into the answer, as in: field '.messages[0].id'");
  const value = runInNewContext(`answer${path}`, { answer: JSON.parse(text) });
  if (value === undefined) throw new TypeError('it is absent');
  console.log(typeof value === 'string' ? value : JSON.stringify(value));
}

try {
  main();
} catch (error) {
  console.error(`field ${path ?? ''}: ${error.message}\n${text}`);
  process.exitCode = 1;
}
