/** Meanings of labels and folders of other programs. */
export type SystemMeaning =
  | 'inbox'
  | 'sent'
  | 'drafts'
  | 'spam'
  | 'trash'
  | 'archive'
  | 'unread'
  | 'opened'
  | 'starred'
  | 'important'
  | 'none';

/** Names in the languages of Gmail, as its exports write them, and the folders of other programs; divided by `|`. */
const NAMES: Record<SystemMeaning, string> = {
  inbox:
    'inbox|caixa de entrada|entrada|recebidos|bandeja de entrada|recibidos|boîte de réception|posteingang|posta in arrivo|' +
    'postvak in|inkorg|inkorgen|indbakke|innboks|saapuneet|postilaatikko|odebrane|doručená pošta|doručené|входящие|вхідні|' +
    'входяща поща|gelen kutusu|受信トレイ|收件箱|收件匣|받은편지함|beérkező levelek|mesaje primite|inbox|hộp thư đến|' +
    "kotak masuk|البريد الوارد|דואר נכנס|εισερχόμενα|safata d’entrada|safata d'entrada|prejeto|primljeno|इनबॉक्स|กล่องจดหมาย",
  sent:
    'sent|sent mail|sent items|sent messages|enviados|enviadas|enviado|e-mails enviados|itens enviados|correo enviado|' +
    'mensajes enviados|elementos enviados|messages envoyés|envoyés|éléments envoyés|gesendet|gesendete nachrichten|' +
    'gesendete elemente|gesendete objekte|inviata|inviati|posta inviata|messaggi inviati|verzonden|verzonden berichten|' +
    'verzonden items|skickat|skickade|skickade meddelanden|sendt|sendte|sendt e-post|lähetetyt|wysłane|odeslaná pošta|' +
    'odeslané|odoslané|отправленные|надіслані|изпратени|gönderilmiş postalar|gönderilmiş|gönderilen postalar|送信済み|' +
    '送信済みメール|已发送|已发邮件|已傳送|寄件備份|보낸편지함|elküldött levelek|elküldött|mesaje trimise|trimise|thư đã gửi|' +
    'terkirim|البريد المرسل|דואר יוצא|נשלח|απεσταλμένα|enviats|poslano|भेजे गए|จดหมายที่ส่งแล้ว',
  drafts:
    'drafts|draft|rascunhos|rascunho|borradores|borrador|brouillons|brouillon|entwürfe|entwurf|bozze|bozza|concepten|concept|' +
    'utkast|kladder|kladde|luonnokset|luonnos|wersje robocze|robocze|koncepty|koncept|rozepsané|черновики|черновик|чернетки|' +
    'чернови|taslaklar|taslak|下書き|草稿|임시보관함|piszkozatok|piszkozat|mesaje nefinalizate|ciorne|thư nháp|draf|المسودات|' +
    'טיוטות|πρόχειρα|esborranys|osnutki|skice|ड्राफ़्ट|ร่างจดหมาย',
  spam:
    'spam|junk|junk e-mail|junk email|junk mail|bulk mail|lixo eletrônico|lixo eletrónico|correo no deseado|' +
    'courrier indésirable|indésirables|pourriel|junk-e-mail|spamverdacht|unerwünscht|posta indesiderata|ongewenste e-mail|' +
    'ongewenst|skräppost|uønsket|søppelpost|roskaposti|nevyžádaná pošta|спам|gereksiz|istenmeyen|迷惑メール|垃圾邮件|垃圾郵件|' +
    '스팸함|스팸|levélszemét|thư rác|الرسائل غير المرغوب فيها|ספאם|דואר זבל|ανεπιθύμητα|correu brossa|สแปม|จดหมายขยะ',
  trash:
    'trash|bin|deleted items|deleted messages|deleted|lixeira|lixo|itens excluídos|excluídos|papelera|elementos eliminados|' +
    'eliminados|corbeille|éléments supprimés|papierkorb|gelöschte elemente|gelöscht|cestino|posta eliminata|prullenbak|' +
    'verwijderde items|papperskorgen|papperskorg|borttagna objekt|papirkurv|papirkurven|slettede elementer|søppel|roskakori|' +
    'poistetut|kosz|usunięte|koš|odstraněná pošta|корзина|удаленные|кошик|кошче|çöp kutusu|çöp|ゴミ箱|已删除邮件|已删除|垃圾桶|' +
    '휴지통|kuka|lomtár|coș de gunoi|coş de gunoi|thùng rác|sampah|المهملات|אשפה|κάδος απορριμμάτων|κάδος|paperera|smeti|' +
    'smeće|otpad|ट्रैश|ถังขยะ',
  archive:
    'archive|archives|archived|all mail|arquivo|arquivado|arquivados|arquivadas|arquivada|todos os e-mails|archivo|archivado|' +
    'archivados|archivadas|todos|archivé|archivés|archivée|messages archivés|tous les messages|archiv|archiviert|alle nachrichten|' +
    'archivio|archiviato|archiviati|archiviate|tutti i messaggi|archief|gearchiveerd|alle e-mail|arkiv|arkiverat|arkiverade|' +
    'arkiveret|arkivert|arkistoitu|arkistoidut|arkisto|archiwum|zarchiwizowane|archivováno|archivované|архив|архивные|' +
    'в архиве|заархивировано|архівовані|arşiv|arşivlenmiş|アーカイブ|アーカイブ済み|已归档|已封存|已存檔|보관됨|보관처리됨|archivált|' +
    'arhivate|arhivat|đã lưu trữ|diarsipkan|arsip|مؤرشفة|בארכיון|αρχειοθετημένα',
  unread:
    'unread|não lidas|não lidos|não lida|não lido|não-lidas|no leídos|no leído|no leídas|no leída|sin leer|non lus|non lu|non lue|' +
    'messages non lus|ungelesen|da leggere|non letti|non letto|non letta|ongelezen|oläst|olästa|ulæst|ulæste|ulest|uleste|' +
    'lukematon|lukemattomat|nieprzeczytane|nieprzeczytana|nepřečtené|nepřečteno|neprečítané|непрочитанные|непрочитанное|' +
    'непрочитано|непрочитані|непрочетени|okunmamış|okunmadı|未読|未读|未讀|읽지않음|읽지 않음|읽지않은 메일|olvasatlan|necitite|necitit|' +
    'chưa đọc|belum dibaca|غير مقروءة|غير مقروء|לא נקראו|לא נקרא|μη αναγνωσμένα|no llegits|ยังไม่ได้อ่าน|अपठित',
  opened:
    'opened|read|abertas|abertos|aberta|aberto|lidas|lidos|abierto|abiertos|abierta|abiertas|leídos|leídas|ouvert|ouverts|ouverte|' +
    'messages ouverts|lus|lu|geöffnet|gelesen|aperto|aperti|aperta|aperte|letti|geopend|gelezen|öppnat|öppnade|öppnad|läst|' +
    'åbnet|åbnede|læst|åpnet|åpnede|lest|avattu|avatut|luettu|otwarte|otwarta|przeczytane|otevřené|otevřeno|přečtené|otvorené|' +
    'открытые|открыто|открытое|прочитано|прочитанные|відкриті|отворени|açılmış|açıldı|açık|okundu|開封済み|開封済|既読|已打开|' +
    '已打開|已開啟|已读|已讀|열림|읽음|열린 메일|megnyitott|megnyitva|deschise|deschis|đã mở|dibuka|مفتوحة|نُتحت|נפתח|נפתחו|ανοιγμένα|oberts',
  starred:
    'starred|flagged|com estrela|marcado com estrela|marcados com estrela|destacados|destacado|destacadas|con estrella|suivis|' +
    'suivi|suivie|messages suivis|markiert|speciali|speciale|met ster|stjärnmärkt|stjärnmärkta|stjernemarkeret|stjernemarkerede|' +
    'stjernemerket|stjernemerkede|tähdellä merkitty|tähdellä merkityt|tähdelliset|oznaczone gwiazdką|z gwiazdką|s hvězdičkou|' +
    's hviezdičkou|помеченные|со звездочкой|із зірочкою|със звезда|yıldızlı|スター付き|已加星标|已加星號|已標星號|별표편지함|별표|' +
    'csillagozott|csillaggal megjelölt|cu stea|có gắn dấu sao|berbintang|مميّزة بنجمة|المميزة بنجمة|מסומן בכוכב|με αστέρι|destacats|' +
    'ติดดาว|तारांकित',
  important:
    'important|importante|importantes|importants|wichtig|importanti|belangrijk|viktigt|viktiga|vigtigt|vigtige|viktig|tärkeä|' +
    'tärkeät|ważne|důležité|dôležité|важные|важное|важливі|важни|önemli|重要|重要邮件|重要郵件|중요|중요편지함|fontos|quan trọng|' +
    'penting|مهم|مهمة|חשוב|σημαντικά|importants',
  none:
    'chat|chats|bate-papo|bate-papos|conversas|unwanted|muted|ignorado|ignorada|silenciado|snoozed|adiado|adiados|scheduled|' +
    'agendado|agendados|programados|planifié|geplant',
};

const MEANINGS: ReadonlyMap<string, SystemMeaning> = new Map(
  (Object.entries(NAMES) as [SystemMeaning, string][]).flatMap(([meaning, names]) =>
    names.split('|').map((name): [string, SystemMeaning] => [keyOf(name), meaning]),
  ),
);

/** The tabs of Gmail: "Category Promotions", "Categoria: Promoções". */
const CATEGORY =
  /^(?:category|categor[iíy]a|catégorie|kategori(?:e|a)?|categorie|luokka|категория|категорія|カテゴリ|类别|類別|카테고리|kategória)[\s:_]/u;

/** Finds what the name of a label or folder means to the system; undefined for one that a person gave. */
export function meaningOf(name: string): SystemMeaning | undefined {
  const key = keyOf(name);
  return MEANINGS.get(key) ?? (CATEGORY.test(key) ? 'none' : undefined);
}

/** Programs write them as `\Sent`, and as folders within another. */
function keyOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\\/, '')
    .replace(/^\[(?:gmail|google mail|imap)\]\//, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
