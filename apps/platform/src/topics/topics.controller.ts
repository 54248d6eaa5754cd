import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import { CreateTopicRequest, ListTopicsQuery, UpdateTopicRequest } from './dto/topic.requests.js';
import { TopicPageResponse, TopicResponse } from './dto/topic.responses.js';
import { Topic } from './topic.entity.js';
import { TopicsService } from './topics.service.js';

const Known = knownBy(TopicsService, (topics, { name = '' }) => topics.find(currentTenantId(), name));

const NAME = { name: 'name', description: 'The Id of the topic, or its Slug.' };

@ApiTags('Topics')
@Controller('api/topics')
export class TopicsController {
  constructor(private readonly topics: TopicsService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'List topics, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: TopicPageResponse },
  })
  async list(@Query() page: ListTopicsQuery): Promise<TopicPageResponse> {
    return TopicPageResponse.of(await this.topics.listPage(currentTenantId(), page));
  }

  @Post()
  @Session()
  @Operation({
    summary: 'Add a topic',
    description: '409 if a topic has the slug. Recipients see its name and its description.',
    success: { status: 201, type: TopicResponse },
    errors: [409],
  })
  async create(
    @Body() body: CreateTopicRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TopicResponse> {
    const topic = await this.topics.create(currentTenantId(), body.toTopic());
    response.setHeader('Location', `/api/topics/${topic.id}`);
    return TopicResponse.of(topic);
  }

  @Get(':name')
  @Session()
  @ApiParam(NAME)
  @Operation({
    summary: 'Read a topic',
    description: 'By its id or its slug.',
    success: { status: 200, type: TopicResponse },
  })
  get(@Known() topic: Topic): TopicResponse {
    return TopicResponse.of(topic);
  }

  @Patch(':name')
  @Session()
  @ApiParam(NAME)
  @Operation({
    summary: 'Change a topic',
    description: 'What is absent stays. The slug stays always: calls name the topic by it.',
    success: { status: 200, type: TopicResponse },
  })
  async update(@Known() topic: Topic, @Body() body: UpdateTopicRequest): Promise<TopicResponse> {
    return TopicResponse.of(await this.topics.update(topic, body.toChanges()));
  }

  @Delete(':name')
  @Session()
  @ApiParam(NAME)
  @Operation({
    summary: 'Remove a topic',
    description:
      'Calls that name it are refused from then on; a campaign that does so pauses. Its suppressions stay listed.',
    success: { status: 204 },
  })
  async delete(@Known() topic: Topic): Promise<void> {
    await this.topics.delete(topic);
  }
}
