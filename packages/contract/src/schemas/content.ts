import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { Id, Nullable, OneOf, Time } from './shapes.ts';

/** The texts that customers agree to, and what the house says of itself. */
export const agreementKeys = ['user_agreement', 'user_ys', 'user_sm', 'coinup_xy', 'coinup_safe', 'about'] as const;

const AgreementKey = OneOf(agreementKeys);

/** Address of an image on this very server; what stands behind one never changes. */
const Image = Type.String({ pattern: '^/api/content/image/[0-9a-f]{64}\\.(png|jpg|webp|gif)$' });
const Link = Type.String({ pattern: '^https?://', maxLength: 500, description: 'opens in the webview' });
/** What an image says, in words: shown below it and read by screen readers. Null when it was published without. */
const ImageTitle = Nullable(Type.String({ maxLength: 60 }));
const Html = Type.String({ maxLength: 20_000, description: 'HTML, sanitised when it was saved; sanitise it again' });

const Detail = Type.Object({ id: Id, title: Type.String({ maxLength: 60 }), content: Html, publishTime: Time });

/** Four single digits, so that they compare as one number once the dots are gone. */
const VersionNo = Type.String({ pattern: '^\\d\\.\\d\\.\\d\\.\\d$', description: 'four single digits: 1.4.2.0' });

/** How many of a kind are shown at once. */
const atMost = { maxItems: 20 };

export const contentRoutes = {
  bannerList: route('bannerList', {
    summary: 'Banners of the home page in their order; with a session also those for the caller alone.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Type.Array(
      Type.Object({ id: Id, img: Image, title: ImageTitle, isHaveDetails: Type.Boolean(), url: Nullable(Link) }),
      atMost,
    ),
  }),
  bannerDetail: route('bannerDetail', {
    summary: 'What stands behind a banner that the caller sees; any other id is 404.',
    access: 'open',
    limit: 'read',
    input: { id: Id },
    data: Detail,
  }),
  noticeStrip: route('noticeStrip', {
    summary: 'The notice strip: plain text, or null when there is nothing to say.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Nullable(Type.Object({ id: Id, content: Type.String({ maxLength: 500 }), time: Time })),
  }),
  forcedNoticeList: route('forcedNoticeList', {
    summary:
      'Notices that the caller has still to confirm. A notice that changed has another id and is asked for anew.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(Type.Object({ id: Id, img: Nullable(Image), content: Html }), atMost),
  }),
  confirmForcedNotice: route('confirmForcedNotice', {
    summary: 'The caller has read this notice, in the words that stood behind its id. Again changes nothing.',
    access: 'customer',
    limit: 'write',
    input: { notifyId: Id },
    data: Type.Null(),
  }),
  popupList: route('popupList', {
    summary: 'Popups of the home page in their order.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Array(
      Type.Object({ id: Id, url: Nullable(Link), isHaveDetails: Type.Boolean(), img: Image, title: ImageTitle }),
      atMost,
    ),
  }),
  noticeDetail: route('noticeDetail', {
    summary: 'What stands behind a popup, or behind the notice strip, that the caller sees; any other id is 404.',
    access: 'customer',
    limit: 'read',
    input: { id: Id, type: Type.Optional(OneOf(['HomePopup', 'Notice'])) },
    data: Detail,
  }),
  agreement: route('agreement', {
    summary: 'A text that customers agree to, in the version in force.',
    access: 'open',
    limit: 'read',
    input: { key: AgreementKey },
    data: Type.Object({
      key: AgreementKey,
      version: Type.String(),
      title: Type.String(),
      content: Type.String({ description: 'plain text, paragraphs parted by empty lines' }),
      effectiveFrom: Time,
    }),
  }),
  webviewHosts: route('webviewHosts', {
    summary: 'Sites that the webview opens without asking: `example.com` itself, `*.example.com` what lies below it.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Type.Object({ hosts: Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }) }),
  }),
  appVersion: route('appVersion', {
    summary: "The newest published version when it is above the caller's; else the caller's own, which asks nothing.",
    access: 'open',
    limit: 'read',
    input: { appType: OneOf(['ANDROID']), versionNo: VersionNo },
    data: Type.Object({ versionNo: VersionNo, description: Html, isForce: Type.Boolean() }),
  }),
};
