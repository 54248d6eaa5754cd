import { Module } from '@nestjs/common';
import { PixelController } from './pixel.controller.js';
import { Pixel } from './pixel.js';

@Module({ controllers: [PixelController], providers: [Pixel], exports: [Pixel] })
export class PixelModule {}
