import { useEffect, useRef } from 'react';
import { type Change, type LiveKind, LiveStream, type Source } from './live.ts';

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();

/** Follows the events of an account for the whole page, as long as it is in sight. Support has no cookie of that account, so it looks now and then. */
export function useLiveAccount(tenantId: string, support: boolean): void {
  useEffect(() => {
    if (!tenantId) return;
    const address = `/rest/platform/api/events?${new URLSearchParams({ 'x-service-tenant': tenantId }).toString()}`;
    const open = () => new EventSource(address) as unknown as Source;
    const stream = new LiveStream(support ? undefined : open, (change) => listeners.forEach((tell) => tell(change)));
    const follow = () => (document.hidden ? stream.stop() : stream.start());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream.stop();
    };
  }, [tenantId, support]);
}

/** Milliseconds between two readings, however often something changes. */
const REST_MS = 1_500;

interface LiveOptions {
  /** Only changes of this thing. */
  id?: string;
  /** Longer for what costs much to read. */
  restMs?: number;
}

/** Calls `again` when something of a kind has changed: at once, and not more often than every `restMs`. */
export function useLive(
  kinds: readonly LiveKind[],
  again: () => void,
  { id, restMs = REST_MS }: LiveOptions = {},
): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  const wanted = kinds.join();
  useEffect(() => {
    const calm = calmly(() => latest.current(), restMs);
    const listener: Listener = ({ kinds: changed, ids }) => {
      const mine = changed.some((kind) => wanted.includes(kind));
      if (mine && (!id || ids.length === 0 || ids.includes(id))) calm.call();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      calm.cancel();
    };
  }, [wanted, id, restMs]);
}

/** Runs something at once, and once more after a rest if it was wanted meanwhile. */
export function calmly(run: () => void, restMs: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
    }, restMs);
  };
  const call = () => {
    again = timer !== undefined;
    if (again) return;
    run();
    rest();
  };
  return { call, cancel: () => clearTimeout(timer) };
}
