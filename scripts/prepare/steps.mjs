/** Seconds since `start` (of performance.now()), for people. */
export function elapsed(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * Does one named step and shows its name, time and result; what a failed step said follows it.
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
