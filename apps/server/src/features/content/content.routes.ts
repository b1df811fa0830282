import type { Data } from '@lode/contract';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Handlers, OpenContext } from '../../platform/http/context.ts';
import { rowId } from '../../platform/http/page.ts';
import { isRefusal, notFound } from '../../platform/http/refusal.ts';
import { imageAddress } from './image-address.ts';
import type { ImageType } from './image-file.ts';
import { asHtml } from './plain-text.ts';
import {
  keepConfirmation,
  type PublishedDetail,
  type PublishedImage,
  readAgreement,
  readDetail,
  readImages,
  readNewerVersion,
  readStrip,
  readUnconfirmed,
  type Viewer,
} from './published.store.ts';
import { versionNumber } from './version-number.ts';

export interface ContentPorts {
  database: Database;
  /** `webview.hosts`: sites that the webview opens without asking. */
  readonly settingsAt: (
    db: Queryable,
    keys: readonly 'webview.hosts'[],
    at: Date,
  ) => Promise<{ 'webview.hosts': string[] }>;
}

export function contentRoutes({ database, settingsAt }: ContentPorts) {
  return {
    async bannerList(context) {
      return (await readImages(database, 'BANNER', await viewerOf(context))).map(imageAnswer);
    },

    async bannerDetail(context, { id }) {
      const known = rowId(id);
      const found = known && (await readDetail(database, 'BANNER', await viewerOf(context), known));
      return found ? detailAnswer(found) : notFound();
    },

    async noticeStrip(context) {
      const found = await readStrip(database, await viewerOf(context));
      return found && { id: found.id.toString(), content: found.text, time: found.startsAt.toISOString() };
    },

    async popupList({ session: { customerId }, now }) {
      return (await readImages(database, 'POPUP', { customerId, now })).map(imageAnswer);
    },

    async noticeDetail({ session: { customerId }, now }, { id, type }) {
      const known = rowId(id);
      const kind = type === 'Notice' ? 'NOTICE' : 'POPUP';
      const found = known && (await readDetail(database, kind, { customerId, now }, known));
      return found ? detailAnswer(found) : notFound();
    },

    async forcedNoticeList({ session: { customerId }, now }) {
      const notices = await readUnconfirmed(database, now, customerId);
      return notices.map((notice) => ({ id: notice.id.toString(), img: imageOf(notice), content: notice.html }));
    },

    async confirmForcedNotice({ session: { customerId }, deviceId, now }, { notifyId }) {
      const id = rowId(notifyId);
      if (id === null || !(await keepConfirmation(database, { id, customerId, deviceId, now }))) return notFound();
      return null;
    },

    async agreement({ now }, { key }) {
      const found = await readAgreement(database, key, now);
      if (found === null) return notFound();
      const { version, title, content } = found;
      return { key, version, title, content, effectiveFrom: effectiveFrom(found).toISOString() };
    },

    async appVersion({ now }, { versionNo }) {
      const newer = await readNewerVersion(database, now, versionNumber(versionNo));
      if (newer === null) return { versionNo, description: '', isForce: false };
      return { versionNo: newer.versionNo, description: newer.html, isForce: newer.isForce };
    },

    async webviewHosts({ now }) {
      return { hosts: (await settingsAt(database, ['webview.hosts'], now))['webview.hosts'] };
    },
  } satisfies Handlers;
}

/** Who makes a public call: the customer of a live session, or null. */
async function viewerOf({ checkSession, now }: OpenContext): Promise<Viewer> {
  const session = await checkSession();
  return { customerId: isRefusal(session) ? null : session.customerId, now };
}

function imageOf({ imageHash, imageType }: { imageHash: Buffer | null; imageType: ImageType | null }): string | null {
  return imageHash === null || imageType === null ? null : imageAddress(imageHash, imageType);
}

function imageAnswer(image: PublishedImage): Data<'popupList'>[number] {
  const img = imageOf(image);
  if (img === null) throw new Error('a banner or popup without an image was published');
  const { id, title, isHaveDetails, url } = image;
  return { id: id.toString(), img, title, isHaveDetails, url };
}

function detailAnswer({ id, title, html, text, startsAt }: PublishedDetail): Data<'noticeDetail'> {
  return { id: id.toString(), title, content: html ?? asHtml(text ?? ''), publishTime: startsAt.toISOString() };
}

/**
 * Texts that come with the product start before every revision of the operator's; the month that names their version is since
 * when they stand.
 */
function effectiveFrom({ version, effectiveFrom: startsAt }: { version: string; effectiveFrom: Date }): Date {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(version) ? new Date(`${version}-01T00:00:00+08:00`) : startsAt;
  return month > startsAt ? month : startsAt;
}
