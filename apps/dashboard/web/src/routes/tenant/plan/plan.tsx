import { useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { useSession } from '#web/shell/session.ts';
import { PlanDocument } from './plan.generated.ts';
import { usePlanWords } from './words.ts';

/** The first moment of a month, in UTC as usage is counted. */
export function monthOf(now: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)).toISOString();
}

export default function Plan() {
  const words = usePlanWords();
  const common = useCommon();
  const { tenant } = useSession();
  const [from] = useState(() => monthOf(Date.now()));
  const read = useRead(PlanDocument, { tenantId: tenant.id, from });
  const used = read.data?.reportOverview?.byChannel;
  return (
    <Screen title={words.title} lead={words.lead}>
      <Card title={words.account}>
        <Result read={read} field="tenant" rows={3}>
          {({ name, plan, products, status }) => (
            <Facts
              of={[
                [common.name, name],
                [words.plan, plan],
                [words.products, products.join(', ')],
                [common.status, <StatusBadge key="status" status={status} />],
              ]}
            />
          )}
        </Result>
      </Card>
      {used || read.loading ? (
        <Figures
          of={[
            { name: words.email, value: used?.email.accepted },
            { name: words.sms, value: used?.sms.accepted },
            { name: words.push, value: used?.push.accepted },
          ]}
        />
      ) : (
        <Card title={words.month}>
          <Result read={read} field="reportOverview">
            {() => null}
          </Result>
        </Card>
      )}
    </Screen>
  );
}
