import { useRead } from '#web/graphql/use-read.ts';
import { number } from '#web/i18n/formats.ts';
import { Facts } from '#web/parts/facts.tsx';
import { Result } from '#web/parts/result.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import styles from './campaign.module.css';
import { CampaignAudienceDocument, type CampaignAudienceQuery } from './campaign-trial.generated.ts';

type Audience = NonNullable<CampaignAudienceQuery['campaignAudience']>;

/** Shows how many of a list a campaign would reach, and why the others are left out. */
export function CampaignAudience({ listId }: { listId: string }) {
  const words = useCampaignsWords();
  const read = useRead(CampaignAudienceDocument, { listId }, !listId);
  if (!listId) return null;
  return (
    <Result read={read} field="campaignAudience" rows={3}>
      {(audience) => (
        <div className={styles.audience}>
          <Facts
            of={[
              [words.reaches, <strong key="reaches">{sizeOf(audience, words.about)}</strong>],
              [words.onList, number(audience.members)],
              [words.pending, shownIf(audience.pending)],
              [words.unsubscribed, shownIf(audience.unsubscribed)],
              [words.suppressed, shownIf(audience.suppressed)],
              [words.withoutAddress, shownIf(audience.withoutAddress)],
            ]}
          />
        </div>
      )}
    </Result>
  );
}

const shownIf = (count: number): string | null => (count > 0 ? number(count) : null);

/** The number of recipients; of a long list it is an estimate, and says so. */
export const sizeOf = ({ recipients, isExact }: Audience, about: (count: string) => string): string =>
  isExact ? number(recipients) : about(number(recipients));
