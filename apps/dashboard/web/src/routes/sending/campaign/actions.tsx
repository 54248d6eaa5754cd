import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, Pause, Play, Send, Trash2, X } from 'lucide-react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { Confirm } from '#web/parts/dialogs.tsx';
import { useCampaignsWords } from '../campaigns/words.ts';
import {
  CancelCampaignDocument,
  type CampaignQuery,
  DeleteCampaignDocument,
  PauseCampaignDocument,
  ResumeCampaignDocument,
  StartCampaignDocument,
} from './campaign.generated.ts';
import { CampaignAudience, sizeOf } from './campaign-audience.tsx';
import { CampaignAudienceDocument } from './campaign-trial.generated.ts';
import { Schedule } from './schedule.tsx';

type Shown = NonNullable<CampaignQuery['campaign']>;

/** What may be done with a campaign in the state that it is in. */
export function CampaignActions({ campaign }: { campaign: Shown }) {
  const words = useCampaignsWords();
  const { id, status } = campaign;
  const pause = useWrite(PauseCampaignDocument);
  const resume = useWrite(ResumeCampaignDocument);
  const cancel = useWrite(CancelCampaignDocument);
  if (status === 'draft') return <DraftActions campaign={campaign} />;
  return (
    <>
      {status === 'running' && (
        <Button
          onClick={() => void pause.run({ id })}
          loading={pause.running}
          leftSection={<Pause size={16} aria-hidden />}
        >
          {words.pause}
        </Button>
      )}
      {status === 'paused' && (
        <Button
          onClick={() => void resume.run({ id })}
          loading={resume.running}
          leftSection={<Play size={16} aria-hidden />}
        >
          {words.resume}
        </Button>
      )}
      {['scheduled', 'running', 'paused'].includes(status) && (
        <Confirm
          title={words.cancelTitle}
          confirm={words.cancelIt}
          run={() => cancel.run({ id })}
          trigger={(open) => (
            <Button variant="default" onClick={open} leftSection={<X size={16} aria-hidden />}>
              {words.cancelIt}
            </Button>
          )}
        >
          {words.cancelText}
        </Confirm>
      )}
    </>
  );
}

function DraftActions({ campaign: { id, name, listId } }: { campaign: Shown }) {
  const words = useCampaignsWords();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const audience = useRead(CampaignAudienceDocument, { listId }).data?.campaignAudience;
  const start = useWrite(StartCampaignDocument, words.started);
  const remove = useWrite(DeleteCampaignDocument);
  return (
    <>
      <Confirm
        title={words.startTitle(audience ? sizeOf(audience, words.about) : '…')}
        confirm={words.start}
        danger={false}
        run={() => start.run({ id, input: {} })}
        trigger={(ask) => (
          <Button onClick={ask} leftSection={<Send size={16} aria-hidden />}>
            {words.start}
          </Button>
        )}
      >
        <CampaignAudience listId={listId} />
        <p>{words.startText}</p>
      </Confirm>
      <Button variant="default" onClick={open} leftSection={<CalendarClock size={16} aria-hidden />}>
        {words.schedule}
      </Button>
      <Confirm
        title={`${words.remove}: ${name}`}
        confirm={words.remove}
        run={async () => {
          if (await remove.run({ id })) void navigate({ to: '/campaigns' });
        }}
        trigger={(ask) => (
          <Button variant="default" onClick={ask} leftSection={<Trash2 size={16} aria-hidden />}>
            {words.remove}
          </Button>
        )}
      >
        {words.removeText}
      </Confirm>
      <Schedule id={id} opened={opened} close={close} />
    </>
  );
}
