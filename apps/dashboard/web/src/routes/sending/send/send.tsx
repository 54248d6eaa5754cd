import { useRead } from '#web/graphql/use-read.ts';
import { Screen } from '#web/parts/screen.tsx';
import { SideRead } from '#web/parts/side-read.tsx';
import { Loading } from '#web/parts/states.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { EmailForm } from './email-form.tsx';
import { PushForm } from './push-form.tsx';
import { MessageToRepeatDocument, SendSourcesDocument } from './send.generated.ts';
import { SmsForm } from './sms-form.tsx';
import { useSendWords } from './words.ts';

export default function Send() {
  const words = useSendWords();
  const [{ channel, like }, setFilters] = useFilters(['channel', 'like']);
  const sources = useRead(SendSourcesDocument, {});
  const repeated = useRead(MessageToRepeatDocument, { id: like ?? '' }, !like);
  const begun = repeated.data?.message ?? undefined;
  const waiting = like !== undefined && repeated.loading && !begun;
  return (
    <Screen title={words.title} lead={words.lead}>
      <SideRead read={sources} />
      {waiting ? (
        <Loading />
      ) : (
        <Tabs
          label={words.channel}
          chosen={channel ?? begun?.message.channel}
          choose={(name) => setFilters({ channel: name })}
          tabs={[
            { name: 'email', title: words.email, content: <EmailForm sources={sources.data} begun={begun} /> },
            { name: 'sms', title: words.sms, content: <SmsForm begun={begun} /> },
            { name: 'push', title: words.push, content: <PushForm /> },
          ]}
        />
      )}
    </Screen>
  );
}
