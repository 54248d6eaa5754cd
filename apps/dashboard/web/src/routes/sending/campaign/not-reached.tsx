import { CircleCheck } from 'lucide-react';
import { useLive } from '#web/graphql/use-live.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { OF_TIME, When } from '#web/parts/when.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import { CampaignOutcomeDocument } from './outcome.generated.ts';

const REST_MS = 5_000;

/** The newest of those whom a campaign did not reach, each with the reason. */
export function NotReached({ id }: { id: string }) {
  const words = useCampaignsWords();
  const common = useCommon();
  const read = useRead(CampaignOutcomeDocument, { id });
  useLive(['campaigns'], read.again, { id, restMs: REST_MS });
  return (
    <Card title={words.notReached} lead={words.notReachedLead} flush>
      <Result read={read} field="bounced">
        {(bounced) => {
          const rows = [...bounced.edges, ...(read.data?.failed?.edges ?? [])].map(({ node }) => node);
          return rows.length === 0 ? (
            <Empty title={words.allReached} icon={CircleCheck} />
          ) : (
            <Rows
              label={words.notReached}
              rows={rows}
              keyOf={(message) => message.id}
              link={(message) => `/messages/${message.id}`}
              columns={[
                { title: common.email, width: '2fr', cell: ({ to }) => to },
                { title: common.status, width: '150px', cell: ({ status }) => <StatusBadge status={status} /> },
                { title: words.why, width: '3fr', wide: true, cell: ({ error }) => error },
                { title: common.created, ...OF_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
              ]}
            />
          );
        }}
      </Result>
    </Card>
  );
}
