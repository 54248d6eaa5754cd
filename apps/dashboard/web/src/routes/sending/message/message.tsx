import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Ban, Pencil } from 'lucide-react';
import { useLive } from '#web/graphql/use-live.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Copy } from '#web/parts/copy.tsx';
import { Confirm } from '#web/parts/dialogs.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Frame, Source } from '#web/parts/source.tsx';
import { Empty } from '#web/parts/states.tsx';
import { type Tab, Tabs } from '#web/parts/tabs.tsx';
import { When } from '#web/parts/when.tsx';
import { useSession } from '#web/shell/session.ts';
import { useIdOfAddress } from '#web/routes/param.ts';
import {
  CancelMessageDocument,
  MessageContactDocument,
  MessageDocument,
  type MessageQuery,
} from './message.generated.ts';
import styles from './message.module.css';
import { mayBeSentAgain, Resend } from './resend.tsx';
import { Timeline } from './timeline.tsx';
import { useMessageWords } from './words.ts';

type Detail = NonNullable<MessageQuery['message']>;

export default function Message() {
  const words = useMessageWords();
  const id = useIdOfAddress();
  const read = useRead(MessageDocument, { id });
  useLive(['messages'], read.again, { id });
  const detail = read.data?.message;
  return (
    <Screen
      title={detail ? detail.message.subject || words.noSubject : id}
      back={{ to: '/messages', label: words.messages }}
      lead={detail && <StatusBadge status={detail.message.status} />}
      actions={detail && <Actions detail={detail} />}
    >
      <Result read={read} field="message">
        {(shown) => (
          <div className={styles.columns}>
            <Card title={words.content}>
              <Content detail={shown} />
            </Card>
            <div className={styles.side}>
              <Card title={words.timeline}>
                <Timeline events={shown.events} />
              </Card>
              <Card title={words.details}>
                <Details detail={shown} />
              </Card>
            </div>
          </div>
        )}
      </Result>
    </Screen>
  );
}

function Actions({ detail: { message } }: { detail: Detail }) {
  const words = useMessageWords();
  const cancel = useWrite(CancelMessageDocument, words.cancelled);
  return (
    <>
      {message.status === 'queued' && message.scheduledAt && (
        <Confirm
          title={words.cancelTitle}
          confirm={words.cancelMessage}
          run={() => cancel.run({ id: message.id })}
          trigger={(open) => (
            <Button variant="default" onClick={open} leftSection={<Ban size={16} aria-hidden />}>
              {words.cancelMessage}
            </Button>
          )}
        >
          {words.cancelText}
        </Confirm>
      )}
      {mayBeSentAgain(message) && <Resend key={message.id} id={message.id} to={message.to} />}
      <Button
        component={Link}
        to="/send"
        search={{ like: message.id } as never}
        variant="default"
        leftSection={<Pencil size={16} aria-hidden />}
      >
        {words.like}
      </Button>
    </>
  );
}

function Details({ detail: { message, attachmentCount, resendOf, resends } }: { detail: Detail }) {
  const words = useMessageWords();
  const common = useCommon();
  // Read beside the message, which is shown while the part that has contacts is slow or away.
  const contact = useRead(MessageContactDocument, { id: message.id }).data?.message?.message.crmContact;
  return (
    <Facts
      of={[
        ['Id', <Copy key="id" text={message.id} />],
        [words.from, message.from],
        [
          words.to,
          <Link key="to" to="/messages" search={{ recipient: message.to } as never}>
            {message.to}
          </Link>,
        ],
        [words.contact, contact && (contact.nome ?? contact.email)],
        [
          words.resendOf,
          resendOf && (
            <Link key="of" to={`/messages/${resendOf}`}>
              {resendOf}
            </Link>
          ),
        ],
        [
          words.resends,
          resends.length > 0 &&
            resends.map((id) => (
              <div key={id}>
                <Link to={`/messages/${id}`}>{id}</Link>
              </div>
            )),
        ],
        [common.created, <When key="created" at={message.createdAt} />],
        [words.scheduled, message.scheduledAt && <When key="scheduled" at={message.scheduledAt} />],
        [words.sent, message.sentAt && <When key="sent" at={message.sentAt} />],
        [words.error, message.error],
        [words.environment, <StatusBadge key="environment" status={message.environment} />],
        [
          words.template,
          message.templateId && (
            <Link key="template" to={`/templates/${message.templateId}`}>
              {message.templateId}
            </Link>
          ),
        ],
        [
          words.campaign,
          message.campaignId && (
            <Link key="campaign" to={`/campaigns/${message.campaignId}`}>
              {message.campaign?.name ?? message.campaignId}
            </Link>
          ),
        ],
        [words.tags, message.tags.map(({ key, value }) => `${key}: ${value}`).join(', ')],
        [words.attachments, attachmentCount || null],
      ]}
    />
  );
}

function Content({ detail: { message, body, headers } }: { detail: Detail }) {
  const words = useMessageWords();
  const { tenant } = useSession();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const tabs: Tab[] = [
    body.html && {
      name: 'rendered',
      title: words.rendered,
      content: <Frame src={`/frame/message/${message.id}?tenant=${tenant.id}`} title={words.rendered} />,
    },
    body.text && { name: 'text', title: words.text, content: <Source text={body.text} label={words.text} /> },
    body.html && { name: 'html', title: words.source, content: <Source text={body.html} label={words.source} /> },
    lines.length > 0 && {
      name: 'headers',
      title: words.headers,
      content: <Source text={lines.join('\n')} label={words.headers} />,
    },
  ].filter((tab) => typeof tab === 'object' && tab !== null);
  return tabs.length > 0 ? <Tabs label={words.content} tabs={tabs} /> : <Empty title={words.noContent} />;
}
