import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect } from 'react';

const ROW = 44;
const PHONE_ROW = 64;
/** Rows beyond those in sight, so that scrolling does not flash. */
const OVERSCAN = 8;

/** The rows in sight of a frame, and the height of all. Asks for more when the last ones come near. */
export function useVirtualRows(
  frame: RefObject<HTMLDivElement | null>,
  count: number,
  more: (() => void) | undefined,
): { items: readonly VirtualItem[]; height: number } {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => (phone ? PHONE_ROW : ROW),
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= count - OVERSCAN) more();
  }, [last, count, more]);
  return { items, height: virtualizer.getTotalSize() };
}
