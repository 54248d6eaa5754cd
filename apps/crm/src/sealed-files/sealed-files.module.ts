import { Module } from '@nestjs/common';
import { SealedFiles } from './sealed-files.js';

@Module({ providers: [SealedFiles], exports: [SealedFiles] })
export class SealedFilesModule {}
