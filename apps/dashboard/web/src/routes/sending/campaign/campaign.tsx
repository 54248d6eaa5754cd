import { useLive } from '#web/graphql/use-live.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Result } from '#web/parts/result.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useIdOfAddress } from '#web/routes/param.ts';
import { useCampaignsWords } from '../campaigns/words.ts';
import { CampaignActions } from './actions.tsx';
import { CampaignDocument } from './campaign.generated.ts';
import { CampaignFigures } from './campaign-figures.tsx';
import { CampaignForm } from './campaign-form.tsx';

export default function Campaign() {
  const words = useCampaignsWords();
  const id = useIdOfAddress();
  const isNew = id === 'new';
  const read = useRead(CampaignDocument, { id }, isNew);
  const campaign = read.data?.campaign;
  const status = campaign?.status;
  useLive(['campaigns'], read.again, { id });
  return (
    <Screen
      title={isNew ? words.create : (campaign?.name ?? id)}
      back={{ to: '/campaigns', label: words.title }}
      lead={status && <StatusBadge status={status} />}
      actions={campaign && <CampaignActions campaign={campaign} />}
    >
      {isNew ? (
        <CampaignForm />
      ) : (
        <Result read={read} field="campaign">
          {(shown) =>
            shown.status === 'draft' ? (
              <CampaignForm key={shown.id} campaign={shown} />
            ) : (
              <CampaignFigures campaign={shown} read={read} />
            )
          }
        </Result>
      )}
    </Screen>
  );
}
