type TranslatedField =
	| 'board'
	| 'model'
	| 'version'
	| 'os'
	| 'build'
	| 'supplement'
	| 'platform'
	| 'name'
	| 'serial'
	| 'seen'
	| 'inventoried';

/**
 * The names of columns in German, French, Spanish and Japanese exports, best first. From documents of the vendors, which use the words
 * of their consoles: `Computername`, `Letzte Bestandsaktualisierung` and `Letzter Check-In` of Jamf Pro from
 * docs.jamf.com/de/10.32.0/jamf-pro (Referenz zu Computerbestand und Kriterien); `Letztes Einchecken`, `Dernier archivage`,
 * `Dernière synchronisation`, `Última inserción en el repositorio` and `最後のチェックイン` of Intune from Microsoft's translated
 * documents (IntuneDocs.de-de, .fr-fr, .es-es and .ja-jp on GitHub).
 */
export const translated: Readonly<Record<TranslatedField, string>> = {
	board: `
		platinenid hauptplatinenid
		identifiantcartemere idcartemere
		iddeplacabase
		ボードid
	`,
	model: `
		modellkennung modellbezeichner modellid modell modellname gerätemodell hardwaremodell computermodell
		identifiantdumodèle identifiantdemodèle identifiantmodèle modèle nomdumodèle modèledelappareil
		modèleappareil modèlematériel
		identificadordelmodelo identificadordemodelo modelo nombredelmodelo nombredemodelo
		modelodeldispositivo modelodedispositivo modelodehardware
		モデル識別子 機種id モデルid モデル 機種 モデル名 機種名 デバイスモデル ハードウェアモデル
	`,
	version: `
		betriebssystemversion osversionsnummer betriebssystemsversion
		versiondusystèmedexploitation versiondusystème versiondelos versionos versiondemacos versionmacos
		versionsystème systèmedexploitationversion numérodeversion
		versióndelsistemaoperativo versióndesistemaoperativo versióndelso versiónso versióndelsistema
		versióndemacos versiónmacos versión
		osのバージョン osバージョン オペレーティングシステムのバージョン macosバージョン システムバージョン ソフトウェアバージョン バージョン
	`,
	os: `
		betriebssystem
		systèmedexploitation systèmedexploitationnom système nomdusystèmedexploitation
		sistemaoperativo so nombredelsistemaoperativo
		オペレーティングシステム os名
	`,
	build: `
		buildnummer betriebssystembuild osbuildnummer buildnr
		numérodebuild buildos compilation numérodecompilation
		númerodecompilación compilación númerodebuild
		ビルド番号 ビルド osビルド
	`,
	supplement: `
		schnellesicherheitsmaßnahme sicherheitsmaßnahme
		réponserapidedesécurité réponsedesécuritérapide
		respuestarápidadeseguridad respuestadeseguridadrápida
		緊急セキュリティ対応
	`,
	platform: `
		plattform gerätetyp gerätefamilie
		plateforme typedappareil famille
		plataforma tipodedispositivo familiadedispositivos
		プラットフォーム デバイスの種類 デバイスタイプ 端末種別
	`,
	name: `
		computername gerätename rechnername
		nomdelordinateur nomdelappareil nomappareil nomordinateur nomdhôte nom
		nombredelequipo nombredelordenador nombredeldispositivo nombredelhost nombre
		コンピュータ名 デバイス名 端末名 ホスト名 名前
	`,
	serial: `
		seriennummer geräteseriennummer seriennr geräteseriennr
		numérodesérie nosérie nodesérie ndesérie
		númerodeserie nºdeserie serie
		シリアル番号 シリアルナンバー 製造番号
	`,
	seen: `
		letzterkontakt zuletztgesehen letztercheckin letzteanmeldung letzterabgleich zuletztonline
		letztesynchronisierung letzteinventarisierung letzteverbindung zuletztgemeldet letzteseinchecken
		letztebestandsaktualisierung
		dernièreconnexion dernierecontact derniercontact dernièrevisite dernièresynchronisation
		vuladernièrefois vupourladernièrefois dernieraccès dernierinventaire dernièreactivité derniercheckin
		dernierenregistrement datedudernierinventaire datededernierinventaire dernieredatedinventaire datedernierinventaire
		dernièremodification dernierarchivage
		últimaconexión últimocontacto vistoporúltimavez últimavezvisto últimasincronización últimoacceso
		últimaactividad últimoregistro últimoinventario últimainserciónenelrepositorio
		最後のチェックイン 最終接続 最終接続日時 最終確認 最終チェックイン 最終同期 最終同期日時 最終通信日時 最終オンライン 最終アクセス 最終検出日時
	`,
	inventoried: `
		letztebestandsaktualisierung
	`,
};
