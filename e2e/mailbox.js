import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** An SMTP server on this machine that takes every mail, for all addresses. */
export class Mailbox {
  /** The texts of mails that nobody has read yet. @type {string[]} */
  #mails = [];
  /** Who waits for the next one. @type {((mail: string) => void) | null} */
  #reader = null;
  #server = createServer((socket) => {
    // The server under test may end before it has said goodbye.
    socket.on('error', () => {});
    void this.#talk(socket).catch(() => {});
  });

  static async open() {
    const mailbox = new Mailbox();
    await new Promise((resolve) => mailbox.#server.listen(0, '127.0.0.1', () => resolve(null)));
    return mailbox;
  }

  /** As the server under test is told of it. */
  get url() {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return `smtp://127.0.0.1:${port}`;
  }

  /** The code in the next mail. @returns {Promise<string>} */
  async code() {
    const mail =
      this.#mails.shift() ??
      (await new Promise(
        (/** @type {(mail: string) => void} */ resolve) => (this.#reader = resolve),
      ));
    this.#reader = null;
    const [code] = /^\d{8}$/m.exec(mail) ?? [];
    if (!code) throw new Error(`There is no code in ${mail}`);
    return code;
  }

  /** @param {import('node:net').Socket} socket */
  async #talk(socket) {
    /** @param {string} line */
    const say = (line) => socket.write(`${line}\r\n`);
    say('220 mailbox ESMTP');
    /** The lines of a mail that is on its way. @type {string[] | null} */
    let mail = null;
    for await (const line of createInterface({ input: socket })) {
      if (mail === null) {
        if (line === 'DATA') mail = [];
        say(line === 'DATA' ? '354 go on' : '250 ok');
      } else if (line === '.') {
        this.#deliver(mail.join('\n'));
        mail = null;
        say('250 taken');
      } else {
        mail.push(line);
      }
    }
  }

  /** @param {string} mail */
  #deliver(mail) {
    if (this.#reader) this.#reader(mail);
    else this.#mails.push(mail);
  }

  close() {
    this.#server.close();
  }
}
