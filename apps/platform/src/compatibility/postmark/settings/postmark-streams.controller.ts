import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, KeyInHeader } from '#libs/core/auth';
import { type TenantId, timeOfId } from '#libs/core/persistence';
import type { Topic } from '../../../topics/topic.entity.js';
import { MAX_TOPICS } from '../../../topics/topic.js';
import { TopicsService } from '../../../topics/topics.service.js';
import { DEFAULT_STREAM } from '../../../webhook-formats/postmark/postmark-bounces.js';
import { TOKEN } from '../postmark-token.js';
import { serverIdOf } from '../server-id.js';
import { TheirQuery } from '../their-query.js';
import { TheirStreams } from '../their-streams.js';

/** Stream of the e-mails that come. */
const INBOUND = 'inbound';

const TYPES = { All: undefined, Transactional: 'Transactional', Broadcasts: 'Broadcasts', Inbound: 'Inbound' };

interface Stream {
  ID: string;
  MessageStreamType: string;
}

/** Topics, and what is of none, as streams of Postmark. */
@ApiExcludeController()
@Controller('message-streams')
export class PostmarkStreamsController {
  constructor(
    private readonly topics: TopicsService,
    private readonly streams: TheirStreams,
  ) {}

  @Get()
  @KeyInHeader('topics:read', TOKEN)
  async list(@Query() given: object): Promise<object> {
    const type = new TheirQuery({ ...given }).oneOf<string | undefined>('messagestreamtype', TYPES);
    const { id } = currentKey().tenant;
    const { items } = await this.topics.listPage(id, { limit: MAX_TOPICS });
    const all = [...ownStreams(id), ...items.map(fromTopic)];
    const MessageStreams = all.filter(({ MessageStreamType }) => type === undefined || MessageStreamType === type);
    return { MessageStreams, TotalCount: MessageStreams.length };
  }

  @Get(':name')
  @KeyInHeader('topics:read', TOKEN)
  async get(@Param('name') name: string): Promise<object> {
    const own = ownStreams(currentKey().tenant.id).find(({ ID }) => ID === name);
    if (own) return own;
    const topic = await this.streams.topicNamed(name);
    return fromTopic(topic!);
  }
}

/** Streams that each account has: of e-mails without a topic, and of those that come. */
const ownStreams = (tenantId: TenantId): Stream[] => {
  const all = { tenantId, createdAt: timeOfId(tenantId), updatedAt: null, description: null };
  return [
    streamOf({ ...all, id: DEFAULT_STREAM, name: 'E-mails without a topic', type: 'Transactional' }),
    streamOf({ ...all, id: INBOUND, name: 'Received e-mails', type: 'Inbound' }),
  ];
};

const fromTopic = ({ transactional, ...topic }: Topic): Stream =>
  streamOf({ ...topic, type: transactional ? 'Transactional' : 'Broadcasts' });

interface Told {
  tenantId: TenantId;
  id: string;
  name: string;
  description: string | null;
  type: string;
  createdAt: Date;
  updatedAt: Date | null;
}

function streamOf({ tenantId, id, name, description, type, createdAt, updatedAt }: Told): Stream {
  return Object.assign(
    { ID: id, MessageStreamType: type },
    {
      ServerID: serverIdOf(tenantId),
      Name: name,
      Description: description ?? '',
      CreatedAt: createdAt.toISOString(),
      UpdatedAt: updatedAt?.toISOString() ?? null,
      ArchivedAt: null,
      ExpectedPurgeDate: null,
      // Recipients leave a topic by a link that the platform answers.
      SubscriptionManagementConfiguration: { UnsubscribeHandlingType: type === 'Broadcasts' ? 'Postmark' : 'None' },
    },
  );
}
