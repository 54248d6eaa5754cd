import { Module } from '@nestjs/common';
import { VisitorEraser } from './visitor.eraser.js';

@Module({ providers: [VisitorEraser] })
export class PixelsModule {}
