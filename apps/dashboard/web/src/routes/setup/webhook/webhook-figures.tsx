import { useLive } from '#web/graphql/use-live.ts';
import { totalOf, useRead } from '#web/graphql/use-read.ts';
import { Figures } from '#web/parts/figures.tsx';
import { totalText } from '#web/parts/paged-rows.tsx';
import { useStatusLabels } from '#web/parts/statuses.ts';
import { WebhookFiguresDocument } from './webhook.generated.ts';

const REST_MS = 5_000;
const STATUSES = ['delivered', 'pending', 'failed'] as const;

/** How many deliveries to an endpoint came through, wait or were given up. */
export function WebhookFigures({ id }: { id: string }) {
  const labelOf = useStatusLabels();
  const read = useRead(WebhookFiguresDocument, { id });
  useLive(['deliveries'], read.again, { restMs: REST_MS });
  if (!read.data && !read.loading) return null;
  const valueOf = (status: (typeof STATUSES)[number]) => {
    const total = totalOf(read.data?.[status]);
    return total && totalText(total, (_count, shown) => shown);
  };
  return <Figures of={STATUSES.map((status) => ({ name: labelOf(status), value: valueOf(status) }))} />;
}
