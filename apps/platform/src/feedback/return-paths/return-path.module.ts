import { Module } from '@nestjs/common';
import { FeedbackIds } from './feedback-ids.js';
import { ReturnPaths } from './return-path.js';

@Module({ providers: [FeedbackIds, ReturnPaths], exports: [FeedbackIds, ReturnPaths] })
export class ReturnPathModule {}
