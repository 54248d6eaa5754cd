import { useRead } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number, timeNear } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Bar } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card, Cards, Screen } from '#web/parts/screen.tsx';
import { useSession } from '#web/shell/session.ts';
import { PlanDocument, type PlanQuery } from './plan.generated.ts';
import { usePlanWords } from './words.ts';

type Usage = NonNullable<PlanQuery['tenantUsage']>;

export default function Plan() {
  const words = usePlanWords();
  const common = useCommon();
  const { tenant } = useSession();
  const read = useRead(PlanDocument, { tenantId: tenant.id });
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
      <Result read={read} field="tenantUsage">
        {(usage) => (
          <>
            <Quotas usage={usage} />
            <Limits usage={usage} />
            <History usage={usage} />
          </>
        )}
      </Result>
    </Screen>
  );
}

function Quotas({ usage: { channels, resetsAt } }: { usage: Usage }) {
  const words = usePlanWords();
  const names: Readonly<Record<string, string>> = { email: words.email, sms: words.sms, push: words.push };
  return (
    <Cards>
      {channels.map(({ channel, used, limit }) => (
        <Quota
          key={channel}
          title={names[channel] ?? channel}
          used={used}
          limit={limit}
          note={words.resets(timeNear(resetsAt))}
        />
      ))}
    </Cards>
  );
}

interface QuotaProps {
  title: string;
  used: number;
  /** Null is without a limit, 0 that the plan lacks it. */
  limit: number | null | undefined;
  note: string;
}

function Quota({ title, used, limit, note }: QuotaProps) {
  const words = usePlanWords();
  const text =
    limit === 0 ? words.lacking : limit == null ? words.noLimit(number(used)) : words.used(number(used), number(limit));
  return (
    <Card title={title} lead={text}>
      {limit != null && limit > 0 && <Bar share={used / limit} label={`${title}: ${text}`} limit />}
      {limit !== 0 && <p>{note}</p>}
    </Card>
  );
}

function Limits({ usage: { today, plan } }: { usage: Usage }) {
  const words = usePlanWords();
  const shown = (calls: number | null | undefined) => (calls == null ? words.unlimited : number(calls));
  return (
    <Cards>
      {today.limit != null && (
        <Quota title={words.today} used={today.used} limit={today.limit} note={words.todayLead} />
      )}
      <Card title={words.calls}>
        <Facts
          of={[
            [words.sendCalls, shown(plan.callsPerMinute.send)],
            [words.read, shown(plan.callsPerMinute.read)],
            [words.write, shown(plan.callsPerMinute.write)],
          ]}
        />
      </Card>
    </Cards>
  );
}

function History({ usage: { history } }: { usage: Usage }) {
  const words = usePlanWords();
  if (history.length === 0) return null;
  return (
    <Card title={words.history} flush>
      <Rows
        label={words.history}
        rows={history}
        keyOf={({ period }) => period}
        columns={[
          { title: words.period, cell: ({ period }) => <strong>{period}</strong> },
          { title: words.email, end: true, cell: ({ emailsSent }) => number(emailsSent) },
          { title: words.sms, end: true, cell: ({ smsSent }) => number(smsSent) },
          { title: words.segments, end: true, wide: true, cell: ({ smsSegments }) => number(smsSegments) },
          { title: words.push, end: true, cell: ({ pushSent }) => number(pushSent) },
          { title: words.apiCalls, end: true, wide: true, cell: ({ apiCalls }) => number(apiCalls) },
        ]}
      />
    </Card>
  );
}
