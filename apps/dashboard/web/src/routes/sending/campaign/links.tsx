import { MousePointerClick } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { number } from '#web/i18n/formats.ts';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import { clicksIn } from './clicks.ts';
import { CampaignLinksDocument } from './outcome.generated.ts';

/** The links that readers followed, in the newest mails of a campaign. */
export function Links({ id }: { id: string }) {
  const words = useCampaignsWords();
  const read = useRead(CampaignLinksDocument, { id });
  return (
    <Card title={words.links} lead={words.linksLead} flush>
      <Result read={read} field="messages" rows={3}>
        {({ edges }) => {
          const links = clicksIn(edges.map(({ node }) => node));
          return links.length === 0 ? (
            <Empty title={words.noLinks} icon={MousePointerClick} />
          ) : (
            <Rows
              label={words.links}
              rows={links}
              keyOf={({ link }) => link}
              columns={[
                { title: words.link, width: '4fr', cell: ({ link }) => link },
                { title: words.clickers, end: true, cell: ({ people }) => number(people) },
                { title: words.clicks, end: true, cell: ({ clicks }) => number(clicks) },
              ]}
            />
          );
        }}
      </Result>
    </Card>
  );
}
