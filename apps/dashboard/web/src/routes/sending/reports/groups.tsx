import { ChartNoAxesColumn } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { number, percent } from '#web/i18n/formats.ts';
import { SearchField } from '#web/parts/filter-fields.tsx';
import { Result } from '#web/parts/result.tsx';
import { type Column, Rows } from '#web/parts/rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { useFilters } from '#web/routes/filters.ts';
import type { Period } from './periods.ts';
import { ReportGroupsDocument, type ReportGroupsQuery, ReportTemplatesDocument } from './reports.generated.ts';
import { useReportsWords } from './words.ts';

type Group = NonNullable<ReportGroupsQuery['reportGroups']>[number];

/** The messages of a period by what they have in common. */
export function Groups({ period }: { period: Period }) {
  const words = useReportsWords();
  const [{ key }, setFilters] = useFilters(['key']);
  return (
    <Card>
      <Tabs
        label={words.title}
        tabs={[
          { name: 'campaigns', title: words.campaigns, content: <By period={period} by="campaign" /> },
          { name: 'templates', title: words.templates, content: <ByTemplate period={period} /> },
          {
            name: 'tags',
            title: words.tags,
            content: (
              <>
                <SearchField
                  label={words.tagKey}
                  value={key}
                  change={(value) => setFilters({ key: value })}
                  search={false}
                />
                {key && <By period={period} by="tag" tag={key} />}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function By({ period: { from, to }, by, tag }: { period: Period; by: string; tag?: string }) {
  const words = useReportsWords();
  const read = useRead(ReportGroupsDocument, { from, to, by, key: tag });
  const columns: Column<Group>[] = [
    { title: '', width: '3fr', cell: ({ value }) => <strong>{value}</strong> },
    { title: words.sent, end: true, cell: ({ totals }) => number(totals.sent) },
    { title: words.rate, end: true, cell: ({ rates }) => percent(rates.delivered) },
    { title: words.bounced, end: true, cell: ({ rates }) => percent(rates.bounced) },
    { title: words.opened, end: true, wide: true, cell: ({ totals }) => number(totals.humanOpened) },
  ];
  return (
    <Result read={read} field="reportGroups">
      {(groups) =>
        groups.length > 0 ? <Rows label={by} rows={groups} columns={columns} keyOf={({ value }) => value} /> : <None />
      }
    </Result>
  );
}

function ByTemplate({ period: { from, to } }: { period: Period }) {
  const words = useReportsWords();
  const read = useRead(ReportTemplatesDocument, { from, to });
  return (
    <Result read={read} field="reportTopTemplates">
      {(templates) =>
        templates.length > 0 ? (
          <Rows
            label={words.templates}
            rows={templates}
            keyOf={({ templateId }) => templateId}
            link={({ templateId }) => `/templates/${templateId}`}
            columns={[
              { title: '', width: '3fr', cell: ({ name }) => name ?? words.noTemplate },
              { title: words.sent, end: true, cell: ({ totals }) => number(totals.sent) },
              { title: words.rate, end: true, cell: ({ rates }) => percent(rates.delivered) },
              { title: words.opened, end: true, cell: ({ totals }) => number(totals.humanOpened) },
              { title: words.clicked, end: true, wide: true, cell: ({ totals }) => number(totals.humanClicked) },
            ]}
          />
        ) : (
          <None />
        )
      }
    </Result>
  );
}

function None() {
  const words = useReportsWords();
  return <Empty title={words.noGroups} icon={ChartNoAxesColumn} />;
}
