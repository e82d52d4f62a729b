import type { EvidenceField } from './field.ts';

/**
 * The folded names of columns that tell why a Mac may be late, best first: of the exports and APIs of management services, of
 * status items of declarative management with their parts joined, and of the extension attributes of DDM-OS-Reminder.
 */
export const evidenceColumns: Readonly<Record<EvidenceField, string>> = {
	// A first enrollment is the better one: a Mac that was enrolled again is not new.
	enrolled: `
		enrolled firstenrollment firstenrolled firstenrolledat initialentrydate enrolledon enrolledat
		enrolleddate enrolleddatetime enrolledtime enrollmentdate enrollmenttime enrollmentdatetime dateenrolled dateenroll
		enrollmentcompleted lastenrolleddate lastenrollment lastenrolled lastenrolledat lastenrollmentdate
	`,
	newest_contact: 'newestcontact',
	mdm_contact: 'mdmcontact lastcheckinmdm lastmdmcheckedinat lastmdmcheckin lastmdmcontact mdmlastseen',
	managed: 'managed ismanaged remotemanagementmanaged mdmenabled mdmenrollmentstatus',
	mdm_expires: `
		mdmexpires mdmprofileexpirationdate mdmprofileexpiration mdmprofileexpires mdmexpiration mdmexpirationdate mdmexpiry
		managementcertificateexpirationdate managementcertificateexpiration certexpirationdate mdmcertificateexpiration
		mdmcertificateexpirationdate
	`,
	supervised: 'supervised issupervised deviceissupervised supervision',
	user_approved: `
		userapproved userapprovedmdm userapprovedenrollment isuserapprovedenrollment isuserapproved mdmuserapproved
	`,
	ddm_enabled: `
		ddmenabled declarativedevicemanagementenabled declarativedevicemanagement declarativemanagement ddm isddmenabled
		declarativemanagementenabled
	`,
	bootstrap_token: `
		bootstraptoken bootstraptokenescrowed bootstraptokenescrowedstatus bootstraptokenescrowedtoserver
		bootstraptokenstatus isbootstraptokenescrowed bstescrowed
	`,
	apple_silicon: 'applesilicon isapplesilicon processorarchitecture processortype cputype architecture',
	free_space: `
		freebytes freespace freespacegb freespacemb freespacebytes bootdriveavailablespacemegabytes bootdriveavailablemb
		freestoragespaceinbytes freestorage freestoragespace gigsdiskspaceavailable availabledevicecapacity availabledisk
		freediskspace freediskspacegb freediskgb diskfreegb diskfreebytes availablediskspace diskspaceavailable
	`,
	update_state: `
		updatestate softwareupdateinstallstate installstate updateinstallstate updatestatus osupdatestate softwareupdatestate
		state status
	`,
	failure_reason: `
		failurereason softwareupdatefailurereasonreason softwareupdatefailurereason updatefailurereason lastfailurereason
		updatefailure
	`,
	failure_count: 'failurecount softwareupdatefailurereasoncount updatefailurecount',
	last_failure: `
		lastfailure softwareupdatefailurereasontimestamp lastfailuretime lastfailuredate timeoflastfailure failuretimestamp
		dateoflastfailure updatefailuredate failuretime failuredate
	`,
	pending_version: `
		pendingversion softwareupdatependingversionosversion pendingosversion pendingosupdateversion ddmpendingosupdateversion
		pendingupdateversion pendingmacosversion pendingos
	`,
	pending_date: `
		pendingdate softwareupdatependingversiontargetlocaldatetime pendingosupdatedate ddmpendingosupdatedate
		pendingupdatedate targetlocaldatetime enforcementdate enforcedinstalldate updatedeadline
	`,
	declarations: 'updatedeclarations declarations softwareupdatedeclarations',
	told: 'whytold',
	deferral_days:
		'deferraldays minordeferraldays minorosdeferralperiod enforcedsoftwareupdateminorosdeferredinstalldelay',
};
