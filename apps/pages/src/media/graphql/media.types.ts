import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { MediaView } from '../media.dto.js';

const media = connectionOf('Media', MediaView, { max: 200, position: ({ id }) => [id] });

@ArgsType()
export class MediaConnectionArgs extends media.Args {}

@ObjectType()
export class MediaConnection extends media.Connection {}
