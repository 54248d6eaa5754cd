import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { bodyOf, knownBy, Problem } from '#libs/core/http';
import { newId } from '#libs/core/persistence';
import { slugOf } from '../../../lists/slug.js';
import { CreateTopicRequest, UpdateTopicRequest } from '../../../topics/dto/topic.requests.js';
import type { Topic } from '../../../topics/topic.entity.js';
import { type NewTopic, TopicsService } from '../../../topics/topics.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listOf, type TheirList } from '../frame/list-page.js';

/** The topic that `:topic` names by its id or slug. */
const Known = knownBy(TopicsService, (topics, { topic = '' }) => topics.find(currentTenantId(), topic));

/** Topics as clients of Resend keep them. */
@ApiExcludeController()
@Controller('topics')
export class ResendTopicsController {
  constructor(private readonly topics: TopicsService) {}

  @Post()
  @ApiKey('topics:write')
  async create(@Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const subscription = fields.text('default_subscription') ?? 'opt_in';
    if (subscription !== 'opt_in')
      throw fields.invalid('default_subscription', 'must be opt_in: for others, make a list with double opt-in');
    const request = { Name: fields.requiredText('name'), Description: fields.text('description') };
    const { id } = await this.createNamed(bodyOf(request, CreateTopicRequest).toTopic());
    return { object: 'topic', id };
  }

  @Get()
  @ApiKey('topics:read')
  list(@Query() query: object): Promise<TheirList> {
    return listOf({ ...query }, 'top', (page) => this.topics.listPage(currentTenantId(), page), fromTopic);
  }

  @Get(':topic')
  @ApiKey('topics:read')
  get(@Known() topic: Topic): object {
    return { object: 'topic', ...fromTopic(topic) };
  }

  @Patch(':topic')
  @ApiKey('topics:write')
  async update(@Known() topic: Topic, @Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const request = { Name: fields.text('name'), Description: fields.textOrNull('description') };
    const changes = bodyOf(request, UpdateTopicRequest).toChanges();
    if (Object.keys(changes).length === 0)
      throw new Problem('MissingParameter', { message: 'Give name, description or both' });
    await this.topics.update(topic, changes);
    return { object: 'topic', id: topic.id };
  }

  @Delete(':topic')
  @HttpCode(200)
  @ApiKey('topics:write')
  async delete(@Known() topic: Topic): Promise<object> {
    await this.topics.delete(topic);
    return { object: 'topic', id: topic.id, deleted: true };
  }

  /** Creates a topic, with another slug where a topic has that of the name. @throws Problem Conflict at the limit of topics */
  private async createNamed(topic: NewTopic): Promise<Topic> {
    try {
      return await this.topics.create(currentTenantId(), topic);
    } catch (error) {
      if (error instanceof Problem && error.code === 'PlanLimitExceeded') throw atLimit(error);
      if (!(error instanceof Problem && error.code === 'Conflict')) throw error;
      const slug = slugOf(`topic ${newId('top').slice(4)}`);
      return this.topics.create(currentTenantId(), { ...topic, slug });
    }
  }
}

/** A limit as those of templates and webhooks: Resend's word for a limit of the plan is that of a month's e-mails. */
const atLimit = ({ message, cause }: Problem): Problem => new Problem('Conflict', { message, cause });

/** Topic in a list of Resend. Each goes to all that have not left it. */
const fromTopic = ({ id, name, description, createdAt }: Topic): object => ({
  id,
  name,
  description,
  default_subscription: 'opt_in',
  created_at: createdAt.toISOString(),
});
