// The entry of a thread that renders templates. It knows nothing of the app: no configuration, no secrets, no database.
import { parentPort, workerData } from 'node:worker_threads';
import { LiquidRenderer } from './liquid-renderer.js';
import { IDLE, PROGRESS, type RenderOutcome, type RenderReply, type RenderRequest } from './render-messages.js';

const progress = new BigInt64Array(workerData as SharedArrayBuffer);
const renderer = new LiquidRenderer();

parentPort?.on('message', (request: RenderRequest) => {
  const reply = render(request);
  Atomics.store(progress, PROGRESS.index, IDLE);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
});

function render({ templates, items, maxMs, maxCharacters }: RenderRequest): RenderReply {
  const start = performance.now();
  Atomics.store(progress, PROGRESS.requestStartedAtNs, process.hrtime.bigint());
  const outcomes: RenderOutcome[] = [];
  const common = templates.map(({ data }) => objectOf(data));
  let characters = 0;
  for (const [index, item] of items.entries()) {
    const template = templates[item.template];
    if (!template) throw new Error('A message names a template that was not sent');
    Atomics.store(progress, PROGRESS.startedAtNs, process.hrtime.bigint());
    Atomics.store(progress, PROGRESS.index, BigInt(index));
    const data = item.data === null ? null : { ...common[item.template], ...objectOf(item.data) };
    const outcome = renderer.render(template, data);
    outcomes.push(outcome);
    if ('parts' in outcome) characters += lengthOf(outcome.parts);
    if (characters >= maxCharacters || performance.now() - start >= maxMs) break;
  }
  return { outcomes, ms: performance.now() - start };
}

function objectOf(json: string | null): object | null {
  return json === null ? null : (JSON.parse(json) as object);
}

function lengthOf({
  subject,
  html,
  text,
}: {
  subject: string | null;
  html: string | null;
  text: string | null;
}): number {
  return (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);
}
