/** Contains texts that people write and that cause errors in programs. */

/** A few kinds of events have titles in many scripts, some right to left, some outside the BMP. */
export const TITLES = [
  'Spring concert',
  'Fête de la musique à Besançon',
  'Jahreshauptversammlung – Öffentlicher Teil (größer)',
  'Zażółć gęślą jaźń',
  'Lễ hội áo dài Huế',
  'Открытие выставки «Ёлка и щука»',
  'თბილისობა',
  'ערב שירה בעברית',
  'מָזוֹן לְמַחְשָׁבָה',
  'مهرجان الربيع في القاهرة',
  'हिन्दी कवि सम्मेलन',
  'தமிழ் இசை விழா',
  'සිංහල අලුත් අවුරුද්ද',
  'งานลอยกระทง',
  'သင်္ကြန်ပွဲတော်',
  '春节联欢晚会',
  '夏祭り・ワークショップ「はじめてのプログラミング」',
  '한글날 기념 행사',
  '𐌰𐌹𐍅𐌰𐌲𐌲𐌴𐌻𐌾𐍉',
  '𝔐𝔞𝔱𝔥𝔢𝔪𝔞𝔱𝔦𝔠𝔰 & 𝒫𝒽𝓎𝓈𝒾𝒸𝓈',
  '𠮷野家の集い',
  '👩‍👩‍👧‍👦 family day 🏳️‍🌈🇺🇳',
  'e\u0301 is not \u00e9, Å is not A\u030a',
] as const;

export const PLACES = [
  '',
  'Room 1',
  'Cape Town, South Africa',
  'São Paulo; Rua "Augusta", 12',
  'Αθήνα',
  'القاهرة، مصر',
  '東京都渋谷区',
  "L'Île-d'Yeu\n(at the harbour)",
  'Łódź\\Piotrkowska',
] as const;

export const ADDRESSES = [
  '',
  'https://events.example.org/spring',
  'http://example.org/a,b;c?d=e&f="g"#h',
  'https://例え.example/催し?q=%E2%9C%93',
  'mailto:info@example.org?subject=a%20b',
  '/relative/path?x=<y>',
  '../up',
] as const;

export const CATEGORIES = ['', 'culture', 'work', 'x, y', 'R&D', '<none>', 'Ärzte'] as const;

/** These texts are inserted at any place of a text. Some programs lose, double, execute or misread them. */
export const ODDITIES = [
  // These characters are invisible. Some readers remove a byte order mark at any place.
  ...'\ufeff\u200b\u200e\u202e\u2028\u2029\u0085\u00a0\u00ad\u007f\ufffd\ufffc\ufdd0\ue000\u{1fffe}\u{10ffff}\t\n',
  ...[
    '\n\n ',
    '  ',
    '<?xml version="1.0"?>',
    '\nBEGIN:VEVENT\n',
    '\nEND:VCALENDAR',
    "'; DROP TABLE event; --",
  ],
  ...`" ' \\ \\n \\u0000 & &amp; &#0; &lt; < > <b>bold</b> <!-- --> ]]> <![CDATA[ </title></event></events>`.split(
    ' ',
  ),
  ...'</SelectEventsResult> , ; : =1+1 %00 %u0041 $1 {{7*7}} null'.split(' '),
  '$' + '{x}',
];
