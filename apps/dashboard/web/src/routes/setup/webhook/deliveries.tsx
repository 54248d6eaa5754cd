import { Button, Drawer } from '@mantine/core';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { StatusField } from '#web/parts/filter-fields.tsx';
import { Result } from '#web/parts/result.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Toolbar } from '#web/parts/screen.tsx';
import { Source } from '#web/parts/source.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { useWebhooksWords } from '../webhooks/words.ts';
import styles from './deliveries.module.css';
import { ResendDeliveryDocument, WebhookDeliveriesDocument, WebhookDeliveryDocument } from './webhook.generated.ts';

const LIVE = ['deliveries'] as const;

/** What was sent to an endpoint, and what it answered. */
export function Deliveries({ id }: { id: string }) {
  const words = useWebhooksWords();
  const common = useCommon();
  const [{ status }, setFilters] = useFilters(['status']);
  const [shown, setShown] = useState<string | null>(null);
  const sort = useSort(['newest', 'oldest']);
  const read = usePages(WebhookDeliveriesDocument, { id, status, sort: sort.current }, 'webhookDeliveries');
  const resend = useWrite(ResendDeliveryDocument, words.resent);
  return (
    <>
      <Toolbar>
        <StatusField
          statuses={['pending', 'delivered', 'failed']}
          value={status}
          change={(value) => setFilters({ status: value })}
        />
      </Toolbar>
      <Card title={words.deliveries} flush>
        <PagedRows
          label={words.deliveries}
          read={read}
          sort={sort}
          live={LIVE}
          keyOf={(delivery) => delivery.id}
          columns={[
            {
              title: words.event,
              width: '2fr',
              cell: (delivery) => (
                <button type="button" className={styles.open} onClick={() => setShown(delivery.id)}>
                  {delivery.eventType}
                </button>
              ),
            },
            { title: common.status, cell: (delivery) => <StatusBadge status={delivery.status} /> },
            { title: words.answer, cell: ({ responseStatus, error }) => responseStatus ?? error ?? '–' },
            { title: words.attempts, end: true, wide: true, cell: ({ attempts }) => number(attempts) },
            { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
            {
              title: '',
              width: '120px',
              actions: true,
              cell: (delivery) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => void resend.run({ id, deliveryId: delivery.id })}
                >
                  {words.resend}
                </Button>
              ),
            },
          ]}
          empty={
            <Empty title={words.noDeliveries} icon={Inbox}>
              {words.noDeliveriesLead}
            </Empty>
          }
        />
      </Card>
      <Drawer opened={shown !== null} onClose={() => setShown(null)} position="right" size="lg" title={words.event}>
        {shown && <Delivery id={id} deliveryId={shown} />}
      </Drawer>
    </>
  );
}

function Delivery({ id, deliveryId }: { id: string; deliveryId: string }) {
  const words = useWebhooksWords();
  const read = useRead(WebhookDeliveryDocument, { id, deliveryId });
  return (
    <Result read={read} field="webhookDelivery">
      {({ eventType, status, payload, attemptLog }) => (
        <div className={styles.delivery}>
          <div className={styles.head}>
            <strong>{eventType}</strong>
            <StatusBadge status={status} />
          </div>
          <h3>{words.log}</h3>
          <ol className={styles.log}>
            {attemptLog.map((attempt) => (
              <li key={attempt.number}>
                <span>
                  {attempt.responseStatus ?? attempt.error} · {words.took(number(attempt.durationMs))} ·{' '}
                  <When at={attempt.attemptedAt} />
                </span>
                {attempt.responseSnippet && <Source text={attempt.responseSnippet} label={words.answer} />}
              </li>
            ))}
          </ol>
          <h3>{words.payload}</h3>
          <Source text={JSON.stringify(payload, null, 2)} label={words.payload} />
        </div>
      )}
    </Result>
  );
}
