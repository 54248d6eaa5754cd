/** Seconds since `start` (of performance.now()), as a text. */
export function elapsed(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Runs one named step and prints its name, time and result, followed by the output if it failed.
 * @param {string} name
 * @param {() => Promise<{ ok: boolean, output: string }>} work
 * @returns {Promise<boolean>}
 */
export async function step(name, work) {
  const start = performance.now();
  const { ok, output } = await work();
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(24)} ${elapsed(start).padStart(8)}`);
  if (!ok && output.trim()) console.log(indent(output.trim()));
  return ok;
}

function indent(text) {
  return text.replace(/^/gm, '    ');
}
