import type { Page } from 'playwright-core';

const STATUSES = ['sent', 'delivered', 'bounced', 'failed', 'queued'];

/** Lets a page of the dashboard have so many messages, in one answer. All other operations are answered by the server. */
export async function answerWithMessages(page: Page, count: number): Promise<void> {
  const edges = Array.from({ length: count }, (_, index) => edgeOf(index));
  const messages = {
    __typename: 'MessageConnection',
    edges,
    count: null,
    countAtLeast: count,
    pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
  };
  const body = JSON.stringify({ data: { __typename: 'Query', messages } });
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    if (operationName !== 'Messages') return route.continue();
    await route.fulfill({ contentType: 'application/json', body });
  });
}

function edgeOf(index: number) {
  const id = `msg_${index.toString(16).padStart(16, '0')}`;
  const node = {
    __typename: 'Message',
    id,
    channel: 'email',
    status: STATUSES[index % STATUSES.length],
    from: 'Demo <hello@demo.test>',
    to: `customer-${index}@example.test`,
    subject: `Your order ${index} is on its way`,
    environment: index % 7 === 0 ? 'test' : 'live',
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  };
  return { __typename: 'MessageEdge', cursor: id, node };
}

interface Scrolled {
  /** How long each frame took (milliseconds). */
  frames: number[];
  /** Rows in the document, at most. */
  rows: number;
}

/** Scrolls the list of a screen down by its wheel, three screens a frame, for so long. */
export async function scrollDown(page: Page, seconds: number): Promise<Scrolled> {
  await page.getByRole('row').nth(5).waitFor();
  // A text: the page is not compiled with this bench.
  return page.evaluate<Scrolled>(
    `new Promise((resolve) => {
      const list = [...document.querySelectorAll('*')].find((one) => one.scrollHeight > 100_000 && one.clientHeight < 2_000);
      const frames = [];
      const began = performance.now();
      let last = began;
      let rows = 0;
      const next = (now) => {
        if (now > last) frames.push(now - last);
        last = now;
        rows = Math.max(rows, document.querySelectorAll('[role=row]').length);
        list.scrollTop += list.clientHeight * 3;
        if (list.scrollTop + list.clientHeight >= list.scrollHeight - 10) list.scrollTop = 0;
        if (now - began < ${seconds * 1_000}) requestAnimationFrame(next);
        else resolve({ frames, rows });
      };
      requestAnimationFrame(next);
    })`,
  );
}
