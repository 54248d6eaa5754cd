import { useInterval } from '@mantine/hooks';
import { useRead } from '#web/graphql/use-read.ts';
import { number, percent, timeNear } from '#web/i18n/formats.ts';
import { Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { QueueRows } from '../queues/queue-rows.tsx';
import { MetricsDocument } from './overview.generated.ts';
import { Series } from './series.tsx';
import { useOverviewWords } from './words.ts';

/** Milliseconds between two looks at the platform. */
const LOOK_MS = 15_000;

const NO_QUEUES: readonly string[] = [];

export default function Overview() {
  const words = useOverviewWords();
  const read = useRead(MetricsDocument, {});
  useInterval(
    () => {
      if (!document.hidden) read.again();
    },
    LOOK_MS,
    { autoInvoke: true },
  );
  const at = read.data?.platformMetrics?.at;
  return (
    <Screen title={words.overview} lead={at && words.overviewLead(timeNear(at))}>
      <Result read={read} field="platformMetrics" rows={8}>
        {({ tenants, apiCalls, windows, queues }) => (
          <>
            <Figures
              of={[
                { name: words.tenants, value: tenants?.total ?? '–' },
                { name: words.active, value: tenants?.active ?? '–' },
                { name: words.trial, value: tenants?.trial ?? '–' },
                { name: words.suspended, value: tenants?.suspended ?? '–' },
                { name: words.apiCalls, value: apiCalls },
              ]}
            />
            {windows.map(({ minutes, byChannel: { email, sms, push }, webhooks }) => (
              <Card key={minutes} title={words.lastMinutes(number(minutes))}>
                <Figures
                  of={[
                    { name: words.emailSent, value: email.totals.sent, note: percent(email.rates.delivered) },
                    { name: words.emailBounced, value: email.totals.bounced, note: percent(email.rates.bounced) },
                    { name: words.smsSent, value: sms.totals.sent },
                    { name: words.pushSent, value: push.totals.sent },
                    { name: words.webhooks, value: webhooks.delivered, note: percent(webhooks.successRate) },
                  ]}
                />
              </Card>
            ))}
            <Card title={words.queues} flush>
              <QueueRows queues={queues} />
            </Card>
          </>
        )}
      </Result>
      <Series queues={read.data?.platformMetrics?.queues.map(({ kind }) => kind) ?? NO_QUEUES} />
    </Screen>
  );
}
