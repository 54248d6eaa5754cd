import { Module } from '@nestjs/common';
import { ReturnPaths } from './return-path.js';

@Module({ providers: [ReturnPaths], exports: [ReturnPaths] })
export class ReturnPathModule {}
