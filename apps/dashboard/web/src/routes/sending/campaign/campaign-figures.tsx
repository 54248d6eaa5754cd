import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Read } from '#web/graphql/use-read.ts';
import { number, percent } from '#web/i18n/formats.ts';
import { Facts } from '#web/parts/facts.tsx';
import { Bar, Figures } from '#web/parts/figures.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Cards } from '#web/parts/screen.tsx';
import { When } from '#web/parts/when.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import { Compare } from './compare.tsx';
import { Links } from './links.tsx';
import { NotReached } from './not-reached.tsx';
import type { CampaignQuery } from './campaign.generated.ts';

type Campaign = NonNullable<CampaignQuery['campaign']>;

/** How far a campaign is, and what became of its messages. */
export function CampaignFigures({ campaign, read }: { campaign: Campaign; read: Read<CampaignQuery> }) {
  const words = useCampaignsWords();
  const { accepted, failed, skipped, recipients } = campaign.progress;
  const figures = read.data?.reportOverview?.totals;
  const done = accepted + failed + skipped;
  return (
    <>
      <Card
        title={words.progress}
        actions={
          <Button component={Link} variant="default" to="/messages" search={{ campaign: campaign.id } as never}>
            {words.messages}
          </Button>
        }
      >
        <Bar share={recipients ? done / recipients : 0} label={words.progress} />
        {campaign.error && <p>{words.waits(campaign.error)}</p>}
      </Card>
      <Figures
        of={[
          { name: words.recipients, value: recipients },
          { name: words.accepted, value: accepted },
          { name: words.failed, value: failed },
          { name: words.skipped, value: skipped },
        ]}
      />
      <Result read={read} field="reportOverview" rows={3}>
        {({ totals, rates }) => (
          <Figures
            of={[
              { name: words.sent, value: totals.sent },
              { name: words.delivered, value: totals.delivered, note: percent(rates.delivered) },
              { name: words.bounced, value: totals.bounced, note: percent(rates.bounced) },
              { name: words.opened, value: totals.uniqueOpened },
              { name: words.clicked, value: totals.uniqueClicked },
              { name: words.unsubscribed, value: totals.unsubscribed, note: percent(rates.unsubscribed) },
            ]}
          />
        )}
      </Result>
      <NotReached id={campaign.id} />
      {(figures?.uniqueClicked ?? 0) > 0 && <Links id={campaign.id} />}
      {figures && <Compare id={campaign.id} name={campaign.name} totals={figures} />}
      <Cards>
        <Card>
          <Facts
            of={[
              [
                words.list,
                campaign.list && `${campaign.list.name} (${words.members(number(campaign.list.memberCount))})`,
              ],
              [words.from, campaign.source],
              [words.subject, campaign.subject],
              [words.time, <When key="time" at={campaign.startedAt ?? campaign.sendAt} />],
            ]}
          />
        </Card>
      </Cards>
    </>
  );
}
