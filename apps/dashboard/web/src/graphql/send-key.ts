import { useState } from 'react';

/** Names what is sent, so that the server sends it once however often it is asked. */
export interface SendKeys {
  /** The key of a content: the same as long as the content is, until it was sent. */
  of(content: unknown): string;
  /** To be called once it was sent: the same content once more is another message then. */
  sent(): void;
}

/** Makes keys of sends: a second click, or another try after an answer that never came, has the key of the first. */
export function sendKeys(make: () => string = randomKey): SendKeys {
  let last: { content: string; key: string } | null = null;
  return {
    of(value) {
      const content = JSON.stringify(value);
      if (last?.content !== content) last = { content, key: make() };
      return last.key;
    },
    sent() {
      last = null;
    },
  };
}

/** The keys of one form. */
export const useSendKeys = (): SendKeys => useState(() => sendKeys())[0];

/** Browsers have `randomUUID` on secure addresses alone. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
