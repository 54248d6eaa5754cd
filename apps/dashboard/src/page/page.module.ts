import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { Assets } from './assets.js';
import { Page } from './page.js';
import { PageController } from './page.controller.js';

@Module({ imports: [SignInModule], controllers: [PageController], providers: [Assets, Page] })
export class PageModule {}
