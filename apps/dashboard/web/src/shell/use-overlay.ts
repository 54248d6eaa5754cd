import { useCallback, useMemo, useState } from 'react';

export interface Overlay {
  opened: boolean;
  /** It was opened once, so what draws it is loaded. */
  asked: boolean;
  open(): void;
  close(): void;
}

/** The state of something that opens over the page, and is loaded when it first does. */
export function useOverlay(): Overlay {
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  const open = useCallback(() => {
    setAsked(true);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  return useMemo(() => ({ opened, asked, open, close }), [opened, asked, open, close]);
}
