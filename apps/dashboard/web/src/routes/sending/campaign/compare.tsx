import { NativeSelect } from '@mantine/core';
import { useRead } from '#web/graphql/use-read.ts';
import { number, percent } from '#web/i18n/formats.ts';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { useCampaignsWords } from '../campaigns/words.ts';
import { CampaignComparedDocument, type CampaignComparedQuery, CampaignOthersDocument } from './outcome.generated.ts';

type Totals = NonNullable<CampaignComparedQuery['reportOverview']>['totals'];

const FIGURES = ['sent', 'delivered', 'bounced', 'uniqueOpened', 'uniqueClicked', 'unsubscribed'] as const;

/** The figures of a campaign beside those of another one, which the address names. */
export function Compare({ id, name, totals }: { id: string; name: string; totals: Totals }) {
  const words = useCampaignsWords();
  const [{ with: other }, setFilters] = useFilters(['with']);
  const others = useRead(CampaignOthersDocument, {}).data?.campaigns?.edges.map(({ node }) => node) ?? [];
  const started = others.filter((campaign) => campaign.id !== id && campaign.status !== 'draft');
  const read = useRead(CampaignComparedDocument, { id: other ?? '' }, !other);
  const names = { ...words, uniqueOpened: words.opened, uniqueClicked: words.clicked };
  if (started.length === 0 && !other) return null;
  return (
    <Card title={words.compare}>
      <NativeSelect
        label={words.compareWith}
        value={other ?? ''}
        onChange={(event) => setFilters({ with: event.currentTarget.value })}
        data={[
          { value: '', label: words.chooseCampaign },
          ...started.map((campaign) => ({ value: campaign.id, label: campaign.name })),
        ]}
      />
      {other && (
        <Result read={read} field="reportOverview">
          {(overview) => (
            <Rows
              label={words.compare}
              rows={FIGURES}
              keyOf={(figure) => figure}
              columns={[
                { title: words.figures, cell: (figure) => names[figure] },
                { title: name, end: true, cell: (figure) => withShare(totals, figure) },
                {
                  title: others.find((campaign) => campaign.id === other)?.name ?? other,
                  end: true,
                  cell: (figure) => withShare(overview.totals, figure),
                },
              ]}
            />
          )}
        </Result>
      )}
    </Card>
  );
}

/** A number with its share in what was sent, by which campaigns of different sizes compare. */
export function withShare(totals: Totals, figure: keyof Totals & (typeof FIGURES)[number]): string {
  const value = number(totals[figure]);
  return figure === 'sent' || !totals.sent ? value : `${value} (${percent(totals[figure] / totals.sent)})`;
}
