import { createServer, connect as dial, type Server, type Socket } from 'node:net';

export interface LineConditions {
  roundTripMs: number;
  bytesPerSecond: number;
  /** Round trips before a connection carries its first request: one of TCP, one of TLS 1.3. */
  handshakes: number;
}

const packetBytes = 1460;
/** A connection with more than this under way stops reading, as a window would make it. */
const windowBytes = 64 * 1024;

/**
 * A slow line between a browser and a server on this machine. What comes down shares the bandwidth packet by packet; each packet
 * and each request takes half a round trip. Slow start, losses and the bandwidth upwards are not emulated.
 */
export class SlowLine {
  private conditions: LineConditions | null = null;
  private readonly server: Server;
  private readonly downloads = new Set<Download>();
  private readonly sockets = new Set<Socket>();
  private isSending = false;
  private freeAt = 0;

  private constructor(targetPort: number) {
    this.server = createServer((browser) => this.carry(browser, targetPort));
  }

  static async open(targetPort: number, port: number): Promise<SlowLine> {
    const line = new SlowLine(targetPort);
    await new Promise<void>((resolve) => line.server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  /** Null: as fast as the machine. Closes connections, which keep the conditions that they were opened with. */
  become(conditions: LineConditions | null): void {
    this.conditions = conditions;
    for (const socket of this.sockets) socket.destroy();
    this.downloads.clear();
  }

  async close(): Promise<void> {
    this.become(null);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private carry(browser: Socket, targetPort: number): void {
    const target = dial(targetPort, '127.0.0.1');
    const { conditions } = this;
    browser.setNoDelay(true);
    target.setNoDelay(true);
    for (const socket of [browser, target]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
    }
    browser.on('close', () => target.destroy());
    if (conditions === null) {
      browser.pipe(target);
      target.pipe(browser);
      return;
    }
    const half = conditions.roundTripMs / 2;
    const openAt = performance.now() + conditions.roundTripMs * conditions.handshakes;
    browser.on('data', (bytes) =>
      setTimeout(() => target.write(bytes), Math.max(0, openAt - performance.now()) + half),
    );
    const download: Download = { browser, target, packets: [], queued: 0, isOver: false };
    this.downloads.add(download);
    target.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += packetBytes)
        download.packets.push(bytes.subarray(at, at + packetBytes));
      download.queued += bytes.length;
      if (download.queued > windowBytes) target.pause();
      this.send(conditions);
    });
    target.on('close', () => {
      download.isOver = true;
      this.finish(download, half);
    });
  }

  /** Sends packets of all downloads in turn, as the bandwidth allows. */
  private send(conditions: LineConditions): void {
    if (this.isSending) return;
    this.isSending = true;
    this.freeAt = Math.max(this.freeAt, performance.now());
    const next = () => {
      // A late timer sends what was due meanwhile.
      while (this.freeAt <= performance.now()) {
        const packet = this.nextPacket(conditions.roundTripMs / 2);
        if (packet === 0) {
          this.isSending = false;
          return;
        }
        this.freeAt += (packet * 1000) / conditions.bytesPerSecond;
      }
      setTimeout(next, this.freeAt - performance.now());
    };
    next();
  }

  private nextPacket(halfRoundTripMs: number): number {
    for (const download of this.downloads) {
      const packet = download.packets.shift();
      if (!packet) continue;
      // To the end of the turn.
      this.downloads.delete(download);
      this.downloads.add(download);
      download.queued -= packet.length;
      if (download.queued <= windowBytes) download.target.resume();
      setTimeout(() => download.browser.write(packet), halfRoundTripMs);
      this.finish(download, halfRoundTripMs);
      return packet.length;
    }
    return 0;
  }

  private finish(download: Download, halfRoundTripMs: number): void {
    if (!download.isOver || download.packets.length > 0) return;
    this.downloads.delete(download);
    setTimeout(() => download.browser.end(), halfRoundTripMs);
  }
}

interface Download {
  browser: Socket;
  target: Socket;
  packets: Buffer[];
  queued: number;
  isOver: boolean;
}
