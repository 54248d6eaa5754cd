// The entry of a thread that renders templates. It knows nothing of the app: no configuration, no secrets, no database.
import { parentPort } from 'node:worker_threads';
import { OwnTime, threadData } from '#libs/core/process';
import { LiquidRenderer } from './liquid-renderer.js';
import { IDLE, PROGRESS, type RenderOutcome, type RenderReply, type RenderRequest } from './render-messages.js';

const progress = new BigInt64Array(threadData<SharedArrayBuffer>());
const renderer = new LiquidRenderer();
const time = new OwnTime();
/** The processor time at the end of the last request: receiving the next one counts as its work. */
let rested = time.nowNs();

parentPort?.on('message', (request: RenderRequest) => {
  const reply = render(request);
  Atomics.store(progress, PROGRESS.index, IDLE);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
});

function render({ templates, items, maxMs, maxCharacters }: RenderRequest): RenderReply {
  const start = performance.now();
  Atomics.store(progress, PROGRESS.requestStartedNs, rested);
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
  const before = rested;
  rested = time.nowNs();
  return { outcomes, ms: Number(rested - before) / 1e6 };
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
