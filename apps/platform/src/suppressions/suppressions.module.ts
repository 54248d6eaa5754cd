import { Module } from '@nestjs/common';
import { byKey } from '#libs/auth';
import { SuppressionsResolver } from './graphql/suppressions.resolver.js';
import { TopicRepository } from '../topics/topic.repository.js';
  providers: [ErasedAddresses, SuppressionRepository, SuppressionsResolver, SuppressionsService, TopicRepository],
  exports: [ErasedAddresses, RecipientNoticesModule, SuppressionRepository],
