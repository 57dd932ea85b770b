// Generated from the routes of Quad by `bun run client:declare`.

type Blob = typeof globalThis extends { Blob: { prototype: infer Type } } ? Type : { readonly size: number; readonly type: string }
type File = typeof globalThis extends { File: { prototype: infer Type } } ? Type : Blob
type AttestationConveyancePreference = 'direct' | 'enterprise' | 'indirect' | 'none'
type AttestationFormat = string
type AuthenticatorAttachment = 'cross-platform' | 'platform'
type Base64URLString = string
type COSEAlgorithmIdentifier = number
type PublicKeyCredentialHint = 'client-device' | 'hybrid' | 'security-key'
type PublicKeyCredentialType = 'public-key'
type ResidentKeyRequirement = 'discouraged' | 'preferred' | 'required'
type UserVerificationRequirement = 'discouraged' | 'preferred' | 'required'

type Routes = {
	admin: {
		branches: {
			all: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							createdAt: string;
							updatedAt: string;
							id: string;
							name: string;
							code: string;
							closedAt: string | null;
						}[];
					};
				};
			};
			create: {
				post: {
					body: {
						name: string;
						code: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							createdAt: string;
							updatedAt: string;
							id: string;
							name: string;
							code: string;
							closedAt: string | null;
						};
					};
				};
			};
			delete: {
				":id": {
					delete: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
						};
					};
				};
			};
			update: {
				":id": {
					patch: {
						body: {
							name?: string | undefined;
							code?: string | undefined;
							isClosed?: boolean | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								createdAt: string;
								updatedAt: string;
								id: string;
								name: string;
								code: string;
								closedAt: string | null;
							};
						};
					};
				};
			};
		};
		checklist: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						isDismissed: boolean;
						joinAddress: string;
						items: {
							mail: "done" | "failed" | "no_server" | "untried";
							addresses: "done" | "none_accepted" | "untried";
							pages: "done" | "neither" | "no_contact" | "no_rules";
							topics: "done" | "standard";
							look: "done" | "plain";
							moderators: "alone" | "done";
							posts: "done" | "few";
							backup: "done" | "none_yet" | "off";
							poster: "changed" | "done" | "local" | "unmade";
						};
					};
				};
			};
			poster: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		classifier: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						mode: "off" | "on" | "shadow";
						isHolding: boolean;
						version: number | null;
						madeAt: string | null;
						decisions: number;
						agreement: {
							predicted: number;
							agreed: number;
						};
						rolledBack: boolean;
						labels: {
							label: "doxxing" | "harassment" | "hate" | "self-harm" | "sexual" | "spam" | "threat";
							hold: number | null;
							notice: number | null;
							defaultHold: number | null;
							defaultNotice: number;
							curve: {
								score: number;
								removed: number;
								kept: number;
							}[];
						}[];
					};
				};
			};
			reset: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		"college-requests": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						requestedByEmail: string;
						status: "approved" | "pending" | "rejected";
						resolvedCollegeId: string | null;
					}[];
				};
			};
			":id": {
				patch: {
					body: {
						status: "approved" | "pending" | "rejected";
						resolvedCollegeId?: string | null | undefined;
						reason?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							name: string;
							emailDomain: string;
							city: string;
							state: string;
							createdAt: string;
							updatedAt: string;
							requestedByEmail: string;
							status: "approved" | "pending" | "rejected";
							resolvedCollegeId: string | null;
						};
					};
				};
			};
		};
		colleges: {
			alerts: {
				":id": {
					acknowledge: {
						post: {
							body: {};
							query: {};
							success: {
								success: true;
								message: string;
							};
						};
					};
				};
			};
			create: {
				post: {
					body: {
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						profile?: string | null | undefined;
						accentHue?: number | null | undefined;
						coverLine?: string | null | undefined;
						branches?: string[] | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							accentHue: number | null;
							coverLine: string | null;
							id: string;
							name: string;
							emailDomain: string;
							city: string;
							state: string;
							createdAt: string;
							updatedAt: string;
							profile: string | null;
							branches: string[];
						};
					};
				};
			};
			get: {
				all: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								emailDomain: string;
								city: string;
								state: string;
								createdAt: string;
								updatedAt: string;
								profile: string | null;
								branches: string[];
							}[];
						};
					};
				};
			};
			update: {
				":id": {
					patch: {
						body: {
							name?: string | undefined;
							emailDomain?: string | undefined;
							city?: string | undefined;
							state?: string | undefined;
							profile?: string | null | undefined;
							accentHue?: number | null | undefined;
							coverLine?: string | null | undefined;
							branches?: string[] | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								emailDomain: string;
								city: string;
								state: string;
								createdAt: string;
								updatedAt: string;
								profile: string | null;
								branches: string[];
							};
						};
					};
				};
			};
			upload: {
				profile: {
					":id": {
						post: {
							body: {
								profile: File;
							};
							query: {};
							success: {
								success: true;
								message: string;
								data: {
									url: string;
								};
							};
						};
					};
				};
			};
		};
		courses: {
			get: {
				body: {};
				query: {
					collegeId?: string | undefined;
					q?: string | undefined;
					limit?: number | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						courses: {
							id: string;
							code: string;
							name: string;
							collegeId: string;
							state: "closed" | "open" | "proposed";
						}[];
					};
				};
			};
			post: {
				body: {
					code: string;
					name: string;
					collegeId: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						course: {
							id: string;
							code: string;
							name: string;
							collegeId: string;
							state: "closed" | "open" | "proposed";
						};
					};
				};
			};
			":id": {
				patch: {
					body: {
						code?: string | undefined;
						name?: string | undefined;
						state?: "closed" | "open" | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							course: {
								id: string;
								code: string;
								name: string;
								collegeId: string;
								state: "closed" | "open" | "proposed";
							};
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			csv: {
				post: {
					body: {
						collegeId: string;
						csv: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							added: number;
							unchanged: number;
						};
					};
				};
			};
		};
		dashboard: {
			overview: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							users: number;
							posts: number;
							comments: number;
							reports: {
								pending: number;
								targets: number;
								escalated: number;
							};
							held: {
								waiting: number;
							};
							appeals: {
								open: number;
								upheld: number;
								overturned: number;
							};
							signUps: {
								waiting: number;
							};
							feedback: {
								new: number;
							};
							collegeRequests: {
								pending: number;
							};
							collegeAlerts: {
								id: string;
								kind: "approved" | "created" | "domain_changed";
								college: string;
								domain: string;
								domainBefore: string | null;
								by: string | null;
								createdAt: string;
							}[];
							mayChangeDomains: boolean;
							backups: {
								isScheduled: boolean;
								provenAt: string | null;
								megabytes: number | null;
								seconds: number | null;
								problem: "audit-log" | "counters" | "damaged" | "ended-early" | "exists" | "no-data" | "no-room" | "refused" | "stored-differently" | "target-full" | "too-long" | "unforeseen" | "unreachable" | null;
								isOverdue: boolean;
							} | null;
							pictures: {
								megabytes: number;
								most: number;
							};
							newUsersLast7Days: number;
							postsLast7Days: number;
							activeUsersLast7Days: number;
							daily: {
								date: string;
								users: number;
								posts: number;
								comments: number;
							}[];
						};
					};
				};
			};
		};
		invitations: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						invitations: {
							id: string;
							state: "expired" | "open" | "revoked" | "taken" | "void";
							madeBy: string;
							createdAt: string;
							expiresAt: string;
						}[];
					};
				};
			};
			post: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						invitation: {
							id: string;
							state: "expired" | "open" | "revoked" | "taken" | "void";
							madeBy: string;
							createdAt: string;
							expiresAt: string;
						};
						token: string;
					};
				};
			};
			":id": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		manage: {
			feedback: {
				all: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								id: string;
								type: string;
								title: string;
								content: string;
								status: "dismissed" | "new" | "reviewed";
								user: {
									id: string;
									username: string;
								};
								createdAt: string;
								updatedAt: string;
							}[];
						};
					};
				};
			};
			logs: {
				get: {
					body: {};
					query: {
						page: number;
						limit: number;
						action?: string | undefined;
						actorId?: string | undefined;
						entityId?: string | undefined;
						about?: "access" | "campus" | "content" | "feedback" | "people" | "policy" | "reports" | "server" | "settings" | undefined;
						from?: string | undefined;
						to?: string | undefined;
						sortBy: "action" | "actorId" | "timestamp";
						sortOrder: "asc" | "desc";
						by?: "moderators" | "operator" | "strangers" | "students" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							data: {
								id: string;
								timestamp: string;
								action: string;
								entityType: string;
								entityId: string | null;
								actorId: string | null;
								actorName?: string | null | undefined;
								actorRole: string | null;
								status: "failure" | "success";
								ip: string | null;
								userAgent: string | null;
								requestId: string | null;
								platform: string;
								subjectHash?: string | undefined;
								before?: {} | undefined;
								after?: {} | undefined;
								reason?: string | undefined;
								metadata?: {} | undefined;
								object?: {
									kind: "branch" | "college" | "college-request" | "comment" | "course" | "feedback" | "post" | "user" | "word";
									id: string;
									state: "gone" | "here" | "private";
									name: string | null;
									postId: string | null;
								} | null | undefined;
							}[];
							pagination: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
							};
						};
					};
				};
				chain: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								state: "broken" | "intact" | "unknown";
								verifiedAt: string | null;
								head: {
									hash: string;
									day: string;
								} | null;
								brokenOn: string | null;
							};
						};
					};
				};
				export: {
					get: {
						body: {};
						query: {
							action?: string | undefined;
							actorId?: string | undefined;
							entityId?: string | undefined;
							about?: "access" | "campus" | "content" | "feedback" | "people" | "policy" | "reports" | "server" | "settings" | undefined;
							from?: string | undefined;
							to?: string | undefined;
							by?: "moderators" | "operator" | "strangers" | undefined;
							format: "csv" | "jsonl";
						};
						success: unknown;
					};
				};
			};
			reports: {
				get: {
					body: {};
					query: {
						page: number;
						limit: number;
						status?: string | undefined;
						fields?: string | undefined;
						order?: "oldest" | "weight" | undefined;
						type?: "Comment" | "Post" | undefined;
						reason?: string | undefined;
						escalated?: "false" | "true" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							data: {
								type?: "Comment" | "Post" | undefined;
								target?: {
									startsAt?: string | undefined;
									place?: string | undefined;
									id: string;
									title?: string | null | undefined;
									content: string | null;
									picture?: {
										width: number;
										height: number;
										placeholder: string;
										id: string;
										alt: string;
									} | undefined;
									poll?: {
										options: {
											text: string;
											votes: number | null;
										}[];
										voters: number | null;
										endsAt: string | null;
										hours?: number | undefined;
										closed: boolean;
										voted: boolean;
									} | undefined;
									authorId: string | null;
								} | undefined;
								moderationState?: "active" | "banned" | "deleted" | "shadow_banned" | undefined;
								author?: {
									id: string;
									username: string;
								} | null | undefined;
								reports?: {
									id: string;
									reason: string;
									message: string;
									status: "ignored" | "pending" | "resolved";
									reportedBy: {
										id: string;
										username: string;
									} | null;
									automatic?: true | undefined;
									createdAt: string;
									updatedAt: string;
									resolvedBy?: {
										id: string;
										username: string;
									} | undefined;
								}[] | undefined;
								reportCount?: number | undefined;
								reasons?: {
									reason: string;
									count: number;
								}[] | undefined;
								version?: string | undefined;
								claim?: {
									by: {
										id: string;
										username: string;
									};
									until: string;
								} | null | undefined;
								escalated?: {
									resourceId: string;
									reason: string;
									by: {
										id: string;
										username: string;
									} | null;
									at: string;
								} | null | undefined;
								readings?: {
									label: string;
									score: number;
									because: string[];
								}[] | undefined;
							}[];
							pagination: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
							};
						};
					};
				};
				":targetId": {
					claim: {
						put: {
							body: {};
							query: {};
							success: {
								success: true;
								message: string;
								data: {
									claim: {
										by: {
											id: string;
											username: string;
										};
										until: string;
									};
								};
							};
						};
						delete: {
							body: {};
							query: {};
							success: {
								success: true;
								message: string;
							};
						};
					};
					context: {
						get: {
							body: {};
							query: {};
							success: {
								success: true;
								message: string;
								data: {
									context: {
										post: {
											id: string;
											title: string;
											isPrivate: boolean;
										} | null;
										parent: {
											id: string;
											content: string;
											isBanned: boolean;
											author: /*elided*/ any | null;
											createdAt: string;
										} | null;
										before: {
											id: string;
											content: string;
											isBanned: boolean;
											author: any | null;
											createdAt: string;
										} | null;
										after: {
											id: string;
											content: string;
											isBanned: boolean;
											author: any | null;
											createdAt: string;
										} | null;
										author: {
											id: string;
											username: string;
											role: "admin" | "superadmin" | "user";
											karma: number;
											joinedAt: string;
											removals: number;
											removalsBefore: number | null;
											sanctions: number;
											openTargets: number;
											blocked: boolean;
											suspension: /*elided*/ any | null;
										} | null;
										notes: {
											id: string;
											resource: "comment" | "post" | "user";
											resourceId: string;
											content: string;
											writtenBy: /*elided*/ any | null;
											createdAt: string;
										}[];
										place: "comment" | "deleted" | "post";
									};
								};
							};
						};
					};
				};
			};
			users: {
				query: {
					get: {
						body: {};
						query: {
							username?: string | undefined;
							email?: string | undefined;
						};
						success: {
							success: true;
							message: string;
							data: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								branch: string | null;
								createdAt: string;
								updatedAt: string;
								email: string;
								role: "admin" | "superadmin" | "user";
								status: "ACTIVE" | "ALIAS" | "ONBOARDING";
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
							}[];
						};
					};
				};
			};
		};
		memberships: {
			preview: {
				get: {
					body: {};
					query: {
						by?: string | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							by: string;
							months: number;
							leastCount: number;
							members: number | null;
							ending: number | null;
							groups: {
								college: {
									id: string;
									name: string;
								};
								joined: string;
								members: number | null;
								ending: number | null;
							}[];
						};
					};
				};
			};
			reminders: {
				post: {
					body: {
						by?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							by: string;
							months: number;
							leastCount: number;
							members: number | null;
							ending: number | null;
							groups: {
								college: {
									id: string;
									name: string;
								};
								joined: string;
								members: number | null;
								ending: number | null;
							}[];
						};
					};
				};
			};
		};
		reveals: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						quota: {
							limit: number;
							remaining: number | null;
						};
					};
				};
			};
		};
		settings: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						topics: string[];
						helpLines: string[];
						rulesPage: {
							en: string;
							hi: string;
						};
						privacyPage: {
							en: string;
							hi: string;
						};
						contactPage: {
							en: string;
							hi: string;
						};
						moderationPage: {
							en: string;
							hi: string;
						};
						feedbackTypes: string[];
						reportReasons: string[];
						removalReasons: {
							en: string;
							hi: string;
							rule: string | null;
						}[];
						contentPatterns: {
							slurs: boolean;
							swearing: boolean;
							selfHarm: boolean;
							governmentIds: boolean;
							linkSpam: boolean;
							repeatedCharacters: boolean;
							phoneNumbers: boolean;
							emailAddresses: boolean;
						};
						toxicityThresholds: {
							openai: {
								[x: string]: number;
							};
							perspective: {
								[x: string]: number;
							};
						};
						holding: {
							uncertain: "hold" | "refuse";
							certainty: number;
							scorerDown: "hold" | "refuse";
							newAccountLinks: "hold" | "refuse";
						};
						classifier: {
							mode: "off" | "on" | "shadow";
							hold: {
								doxxing: number | null;
								harassment: number | null;
								hate: number | null;
								sexual: number | null;
								spam: number | null;
								threat: number | null;
							};
							notice: {
								doxxing: number | null;
								harassment: number | null;
								hate: number | null;
								"self-harm": number | null;
								sexual: number | null;
								spam: number | null;
								threat: number | null;
							};
						};
						collegeDomains: "admin" | "superadmin";
						youngAccountPosts: number;
						newAccounts: {
							hours: number;
							karma: number | null;
							comments: number | null;
							links: number | null;
						};
						aliases: {
							on: boolean;
							perDay: number;
							perWeek: number;
							accountDays: number;
						};
						pictures: {
							accountDays: number;
							accountMegabytes: number;
							campusMegabytes: number;
						};
						bursts: {
							texts: number | null;
							sameText: number | null;
							sameLink: number | null;
						};
						linkDomains: {
							allow: string[];
							hold: string[];
							refuse: string[];
						};
						administratorPasskeys: boolean;
						notifications: boolean;
						signUp: "closed" | "open" | "request";
						readers: "members" | "public";
						transparency: boolean;
						checklist: boolean;
						mails: {
							contentRemoved: boolean;
							suspended: boolean;
							collegeAvailable: boolean;
						};
					};
				};
			};
			patch: {
				body: {
					topics?: string[] | undefined;
					helpLines?: string[] | undefined;
					rulesPage?: {
						en?: string | undefined;
						hi?: string | undefined;
					} | undefined;
					privacyPage?: {
						en?: string | undefined;
						hi?: string | undefined;
					} | undefined;
					contactPage?: {
						en?: string | undefined;
						hi?: string | undefined;
					} | undefined;
					moderationPage?: {
						en?: string | undefined;
						hi?: string | undefined;
					} | undefined;
					feedbackTypes?: string[] | undefined;
					reportReasons?: string[] | undefined;
					removalReasons?: {
						rule: string | null;
						en: string;
						hi: string;
					}[] | undefined;
					contentPatterns?: {
						slurs?: boolean | undefined;
						swearing?: boolean | undefined;
						selfHarm?: boolean | undefined;
						governmentIds?: boolean | undefined;
						linkSpam?: boolean | undefined;
						repeatedCharacters?: boolean | undefined;
						phoneNumbers?: boolean | undefined;
						emailAddresses?: boolean | undefined;
					} | undefined;
					toxicityThresholds?: {
						openai?: {} | undefined;
						perspective?: {} | undefined;
					} | undefined;
					holding?: {
						certainty?: number | undefined;
						uncertain?: "hold" | "refuse" | undefined;
						scorerDown?: "hold" | "refuse" | undefined;
						newAccountLinks?: "hold" | "refuse" | undefined;
					} | undefined;
					classifier?: {
						hold?: {
							doxxing: number | null;
							harassment: number | null;
							hate: number | null;
							sexual: number | null;
							spam: number | null;
							threat: number | null;
						} | undefined;
						notice?: {
							doxxing: number | null;
							harassment: number | null;
							hate: number | null;
							"self-harm": number | null;
							sexual: number | null;
							spam: number | null;
							threat: number | null;
						} | undefined;
						mode?: "off" | "on" | "shadow" | undefined;
					} | undefined;
					newAccounts?: {
						hours?: number | undefined;
						karma?: number | null | undefined;
						comments?: number | null | undefined;
						links?: number | null | undefined;
					} | undefined;
					aliases?: {
						on?: boolean | undefined;
						perDay?: number | undefined;
						perWeek?: number | undefined;
						accountDays?: number | undefined;
					} | undefined;
					pictures?: {
						accountDays?: number | undefined;
						accountMegabytes?: number | undefined;
						campusMegabytes?: number | undefined;
					} | undefined;
					bursts?: {
						texts?: number | null | undefined;
						sameText?: number | null | undefined;
						sameLink?: number | null | undefined;
					} | undefined;
					linkDomains?: {
						allow?: string[] | undefined;
						hold?: string[] | undefined;
						refuse?: string[] | undefined;
					} | undefined;
					mails?: {
						contentRemoved?: boolean | undefined;
						suspended?: boolean | undefined;
						collegeAvailable?: boolean | undefined;
					} | undefined;
					collegeDomains?: "admin" | "superadmin" | undefined;
					administratorPasskeys?: boolean | undefined;
					notifications?: boolean | undefined;
					transparency?: boolean | undefined;
					checklist?: boolean | undefined;
					signUp?: "closed" | "open" | "request" | undefined;
					readers?: "members" | "public" | undefined;
					youngAccountPosts?: number | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						topics: string[];
						helpLines: string[];
						rulesPage: {
							en: string;
							hi: string;
						};
						privacyPage: {
							en: string;
							hi: string;
						};
						contactPage: {
							en: string;
							hi: string;
						};
						moderationPage: {
							en: string;
							hi: string;
						};
						feedbackTypes: string[];
						reportReasons: string[];
						removalReasons: {
							en: string;
							hi: string;
							rule: string | null;
						}[];
						contentPatterns: {
							slurs: boolean;
							swearing: boolean;
							selfHarm: boolean;
							governmentIds: boolean;
							linkSpam: boolean;
							repeatedCharacters: boolean;
							phoneNumbers: boolean;
							emailAddresses: boolean;
						};
						toxicityThresholds: {
							openai: {
								[x: string]: number;
							};
							perspective: {
								[x: string]: number;
							};
						};
						holding: {
							uncertain: "hold" | "refuse";
							certainty: number;
							scorerDown: "hold" | "refuse";
							newAccountLinks: "hold" | "refuse";
						};
						classifier: {
							mode: "off" | "on" | "shadow";
							hold: {
								doxxing: number | null;
								harassment: number | null;
								hate: number | null;
								sexual: number | null;
								spam: number | null;
								threat: number | null;
							};
							notice: {
								doxxing: number | null;
								harassment: number | null;
								hate: number | null;
								"self-harm": number | null;
								sexual: number | null;
								spam: number | null;
								threat: number | null;
							};
						};
						collegeDomains: "admin" | "superadmin";
						youngAccountPosts: number;
						newAccounts: {
							hours: number;
							karma: number | null;
							comments: number | null;
							links: number | null;
						};
						aliases: {
							on: boolean;
							perDay: number;
							perWeek: number;
							accountDays: number;
						};
						pictures: {
							accountDays: number;
							accountMegabytes: number;
							campusMegabytes: number;
						};
						bursts: {
							texts: number | null;
							sameText: number | null;
							sameLink: number | null;
						};
						linkDomains: {
							allow: string[];
							hold: string[];
							refuse: string[];
						};
						administratorPasskeys: boolean;
						notifications: boolean;
						signUp: "closed" | "open" | "request";
						readers: "members" | "public";
						transparency: boolean;
						checklist: boolean;
						mails: {
							contentRemoved: boolean;
							suspended: boolean;
							collegeAvailable: boolean;
						};
					};
				};
			};
			addresses: {
				post: {
					body: {
						addresses: string[];
						pattern?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							pattern: string;
							isInUse: boolean;
							results: {
								verdict: "accepted" | "disposable" | "no_college" | "no_email" | "no_student";
								college: {
									id: string;
									name: string;
								} | null;
							}[];
						};
					};
				};
			};
			mail: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							to: string;
							via: "outbox" | "smtp";
							isAccepted: boolean;
							host: string | null;
							encryption: "none" | "offered" | "starttls" | "tls" | null;
							code: number | null;
							file: string | null;
							problem: string | null;
							ms: number;
						};
					};
				};
			};
		};
		"sign-up-requests": {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
					state?: "approved" | "refused" | "waiting" | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						requests: {
							id: string;
							email: string;
							college: {
								id: string;
								name: string;
							} | null;
							state: "approved" | "refused" | "waiting";
							reason: string | null;
							decidedBy: string | null;
							decidedAt: string | null;
							createdAt: string;
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
			":id": {
				put: {
					body: {
						decision: "approve" | "refuse";
						reason?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							email: string;
							college: {
								id: string;
								name: string;
							} | null;
							state: "approved" | "refused" | "waiting";
							reason: string | null;
							decidedBy: string | null;
							decidedAt: string | null;
							createdAt: string;
						};
					};
				};
			};
		};
		users: {
			":id": {
				"reveal-account": {
					post: {
						body: {
							reason: string;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								id: string;
								username: string;
								quota: {
									limit: number;
									remaining: number | null;
								};
							};
						};
					};
				};
				"reveal-email": {
					post: {
						body: {
							reason: string;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								email: string | null;
								sealed: string | null;
								quota: {
									limit: number;
									remaining: number | null;
								};
							};
						};
					};
				};
				role: {
					put: {
						body: {
							role: "admin" | "superadmin" | "user";
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								userId: string;
								role: "admin" | "superadmin" | "user";
							};
						};
					};
				};
				sessions: {
					delete: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
						};
					};
				};
			};
		};
		webhooks: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						webhooks: {
							id: string;
							url: string | null;
							events: ("content.removed" | "post.published" | "report.created")[];
							enabled: boolean;
							disabledReason: "failing" | "gone" | null;
							failures: number;
							failingSince: string | null;
							pending: number;
							dropped: number;
							createdAt: string;
							updatedAt: string;
						}[];
					};
				};
			};
			post: {
				body: {
					url: string;
					events: ("content.removed" | "post.published" | "report.created")[];
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						webhook: {
							id: string;
							url: string | null;
							events: ("content.removed" | "post.published" | "report.created")[];
							enabled: boolean;
							disabledReason: "failing" | "gone" | null;
							failures: number;
							failingSince: string | null;
							pending: number;
							dropped: number;
							createdAt: string;
							updatedAt: string;
						};
						secret: string;
					};
				};
			};
			":id": {
				patch: {
					body: {
						url?: string | undefined;
						events?: ("content.removed" | "post.published" | "report.created")[] | undefined;
						enabled?: boolean | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							webhook: {
								id: string;
								url: string | null;
								events: ("content.removed" | "post.published" | "report.created")[];
								enabled: boolean;
								disabledReason: "failing" | "gone" | null;
								failures: number;
								failingSince: string | null;
								pending: number;
								dropped: number;
								createdAt: string;
								updatedAt: string;
							};
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
				deliveries: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								deliveries: {
									id: string;
									event: "content.removed" | "post.published" | "report.created" | "webhook.test";
									status: "delivered" | "failed" | "pending" | "skipped";
									attempts: number;
									nextAttemptAt: string | null;
									finishedAt: string | null;
									occurredAt: string;
									statusCode: number | null;
									problem: "address" | "secret" | "status" | "timeout" | "unreachable" | null;
								}[];
							};
						};
					};
					":deliveryId": {
						redeliver: {
							post: {
								body: {};
								query: {};
								success: {
									success: true;
									message: string;
									data: {
										delivery: {
											id: string;
											event: "content.removed" | "post.published" | "report.created" | "webhook.test";
											status: "delivered" | "failed" | "pending" | "skipped";
											attempts: number;
											nextAttemptAt: string | null;
											finishedAt: string | null;
											occurredAt: string;
											statusCode: number | null;
											problem: "address" | "secret" | "status" | "timeout" | "unreachable" | null;
										};
									};
								};
							};
						};
					};
				};
				"rotate-secret": {
					post: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								webhook: {
									id: string;
									url: string | null;
									events: ("content.removed" | "post.published" | "report.created")[];
									enabled: boolean;
									disabledReason: "failing" | "gone" | null;
									failures: number;
									failingSince: string | null;
									pending: number;
									dropped: number;
									createdAt: string;
									updatedAt: string;
								};
								secret: string;
							};
						};
					};
				};
				test: {
					post: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								delivery: {
									id: string;
									event: "content.removed" | "post.published" | "report.created" | "webhook.test";
									status: "delivered" | "failed" | "pending" | "skipped";
									attempts: number;
									nextAttemptAt: string | null;
									finishedAt: string | null;
									occurredAt: string;
									statusCode: number | null;
									problem: "address" | "secret" | "status" | "timeout" | "unreachable" | null;
								};
							};
						};
					};
				};
			};
		};
	};
	appeals: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					appeals: {
						id: string;
						resource: "comment" | "post" | "user";
						resourceId: string;
						message: string;
						status: "lapsed" | "open" | "overturned" | "upheld";
						reason: string | null;
						createdAt: string;
						decidedAt: string | null;
						isCurrent: boolean;
					}[];
				};
			};
		};
		post: {
			body: {
				resource: "comment" | "post" | "user";
				resourceId: string;
				message: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					appeal: {
						id: string;
						resource: "comment" | "post" | "user";
						resourceId: string;
						message: string;
						status: "lapsed" | "open" | "overturned" | "upheld";
						reason: string | null;
						createdAt: string;
						decidedAt: string | null;
						isCurrent: boolean;
					};
				};
			};
		};
	};
	auth: {
		account: {
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
		admins: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						admins: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string | null;
							createdAt: string;
							updatedAt: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							status: "ACTIVE" | "ALIAS" | "ONBOARDING";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
						}[];
					};
				};
			};
		};
		idp: {
			callback: {
				get: {
					body: {};
					query: {
						code?: string | undefined;
						state?: string | undefined;
						error?: string | undefined;
					};
					success: unknown;
				};
			};
			link: {
				post: {
					body: {
						otp: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							userId: string;
						};
					};
				};
			};
			start: {
				get: {
					body: {};
					query: {};
					success: unknown;
				};
			};
		};
		login: {
			post: {
				body: {
					email: string;
					password: string;
					tokens?: boolean | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						accessToken?: string | undefined;
						refreshToken?: string | undefined;
						user: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							createdAt: string;
							updatedAt: string;
							branch: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							permissions: string[];
							status: "ACTIVE" | "ONBOARDING";
							isAcceptedTerms: boolean;
							hasPassword: boolean;
							namesLeft: number;
							draftKey: string;
							language: "en" | "hi";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
							membership: {
								endsAt: string | null;
								hasEnded: boolean;
							};
							unreadNotices: number;
							college: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								profile: string | null;
							};
						};
						session: {
							id: string;
							expiresAt: string;
						};
					};
				};
			};
		};
		logout: {
			post: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
		"logout-all": {
			post: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
		me: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						user: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							createdAt: string;
							updatedAt: string;
							branch: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							permissions: string[];
							status: "ACTIVE" | "ONBOARDING";
							isAcceptedTerms: boolean;
							hasPassword: boolean;
							namesLeft: number;
							draftKey: string;
							language: "en" | "hi";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
							membership: {
								endsAt: string | null;
								hasEnded: boolean;
							};
							unreadNotices: number;
							college: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								profile: string | null;
							};
						};
					};
				};
			};
		};
		onboarding: {
			complete: {
				post: {
					body: {
						branch: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string;
							status: "ACTIVE" | "ONBOARDING";
							isAcceptedTerms: boolean;
							createdAt: string;
							updatedAt: string;
						};
					};
				};
			};
		};
		otp: {
			login: {
				send: {
					post: {
						body: {
							email: string;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								digits: number;
							};
						};
					};
				};
				verify: {
					post: {
						body: {
							email: string;
							otp: string;
							tokens?: boolean | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								accessToken?: string | undefined;
								refreshToken?: string | undefined;
								userId: string;
							};
						};
					};
				};
			};
			send: {
				post: {
					body: {
						email: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							messageId: string;
							digits: number;
						};
					};
				};
			};
			verify: {
				post: {
					body: {
						otp: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							isVerified: true;
						};
					};
				};
			};
		};
		passkeys: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						passkeys: {
							id: string;
							name: string;
							createdAt: string;
							lastUsedAt: string | null;
						}[];
					};
				};
			};
			post: {
				body: {
					name: string;
					response: {
						id: string;
						rawId: string;
						type: "public-key";
						response: {
							clientDataJSON: string;
							attestationObject: string;
							transports?: string[] | undefined;
						};
					};
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						id: string;
						name: string;
						createdAt: string;
						lastUsedAt: string | null;
					};
				};
			};
			":id": {
				patch: {
					body: {
						name: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			login: {
				options: {
					post: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								options: {
									challenge: Base64URLString;
									timeout?: number;
									rpId?: string;
									allowCredentials?: {
										id: Base64URLString;
										transports?: string[];
										type: string;
									}[] | undefined;
									userVerification?: UserVerificationRequirement;
									hints?: PublicKeyCredentialHint[];
									extensions?: {
										appid?: string;
										credProps?: boolean;
										hmacCreateSecret?: boolean;
										minPinLength?: boolean;
										prf?: {
											eval?: /*elided*/ any | undefined;
											evalByCredential?: /*elided*/ any | undefined;
										} | undefined;
									} | undefined;
								};
							};
						};
					};
				};
				verify: {
					post: {
						body: {
							response: {
								id: string;
								rawId: string;
								type: "public-key";
								response: {
									clientDataJSON: string;
									authenticatorData: string;
									signature: string;
									userHandle?: string | undefined;
								};
							};
							tokens?: boolean | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								accessToken?: string | undefined;
								refreshToken?: string | undefined;
								userId: string;
							};
						};
					};
				};
			};
			options: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							options: {
								rp: {
									id?: string;
									name: string;
								};
								user: {
									id: string;
									name: string;
									displayName: string;
								};
								challenge: Base64URLString;
								pubKeyCredParams: {
									alg: COSEAlgorithmIdentifier;
									type: PublicKeyCredentialType;
								}[];
								timeout?: number;
								excludeCredentials?: {
									id: Base64URLString;
									transports?: string[];
									type: string;
								}[] | undefined;
								authenticatorSelection?: {
									authenticatorAttachment?: AuthenticatorAttachment;
									requireResidentKey?: boolean;
									residentKey?: ResidentKeyRequirement;
									userVerification?: UserVerificationRequirement;
								} | undefined;
								hints?: PublicKeyCredentialHint[];
								attestation?: AttestationConveyancePreference;
								attestationFormats?: AttestationFormat[];
								extensions?: {
									appid?: string;
									credProps?: boolean;
									hmacCreateSecret?: boolean;
									minPinLength?: boolean;
									prf?: {
										eval?: any | undefined;
										evalByCredential?: any | undefined;
									} | undefined;
								} | undefined;
							};
						};
					};
				};
			};
		};
		password: {
			forgot: {
				post: {
					body: {
						email: string;
						redirectTo?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			reset: {
				post: {
					body: {
						newPassword: string;
						token?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			set: {
				post: {
					body: {
						newPassword: string;
						currentPassword?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							accessToken?: string | undefined;
							refreshToken?: string | undefined;
							hasPassword: boolean;
						};
					};
				};
			};
			status: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							hasPassword: boolean;
						};
					};
				};
			};
		};
		reauthenticate: {
			post: {
				body: {
					password?: string | undefined;
					otp?: string | undefined;
					email?: string | undefined;
					passkey?: {
						id: string;
						rawId: string;
						type: "public-key";
						response: {
							clientDataJSON: string;
							authenticatorData: string;
							signature: string;
							userHandle?: string | undefined;
						};
					} | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						accessToken?: string | undefined;
						refreshToken?: string | undefined;
						session: {
							id: string;
							expiresAt: string;
						};
					};
				};
			};
			code: {
				post: {
					body: {
						email?: string | undefined;
					} | null;
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							digits: number;
						};
					};
				};
			};
			passkey: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							options: {
								challenge: Base64URLString;
								timeout?: number;
								rpId?: string;
								allowCredentials?: {
									id: Base64URLString;
									transports?: string[];
									type: string;
								}[] | undefined;
								userVerification?: UserVerificationRequirement;
								hints?: PublicKeyCredentialHint[];
								extensions?: {
									appid?: string;
									credProps?: boolean;
									hmacCreateSecret?: boolean;
									minPinLength?: boolean;
									prf?: {
										eval?: any | undefined;
										evalByCredential?: any | undefined;
									} | undefined;
								} | undefined;
							};
						};
					};
				};
			};
		};
		refresh: {
			post: {
				body: {
					refreshToken?: string | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						accessToken?: string | undefined;
						refreshToken?: string | undefined;
						session?: {
							id: string;
							expiresAt: string;
						} | undefined;
					};
				};
			};
		};
		registration: {
			finalize: {
				post: {
					body: {
						password: string;
						signIn?: boolean | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							user: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								createdAt: string;
								updatedAt: string;
								branch: string;
								email: string;
								role: "admin" | "superadmin" | "user";
								permissions: string[];
								status: "ACTIVE" | "ONBOARDING";
								isAcceptedTerms: boolean;
								hasPassword: boolean;
								namesLeft: number;
								draftKey: string;
								language: "en" | "hi";
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
								membership: {
									endsAt: string | null;
									hasEnded: boolean;
								};
								unreadNotices: number;
								college: {
									accentHue: number | null;
									coverLine: string | null;
									id: string;
									name: string;
									profile: string | null;
								};
							};
							profile: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								branch: string;
								status: "ACTIVE" | "ONBOARDING";
								isAcceptedTerms: boolean;
								createdAt: string;
								updatedAt: string;
							};
						};
					};
				};
			};
			initialize: {
				post: {
					body: {
						email: string;
						password: string;
						proofOfWork?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							digits: number;
						};
					};
				};
			};
			"verify-otp": {
				post: {
					body: {
						otp: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							isVerified: true;
						};
					};
				};
			};
		};
		sessions: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						sessions: {
							id: string;
							createdAt: string;
							lastSeenAt: string;
							ip: string | null;
							userAgent: string | null;
							current: boolean;
						}[];
					};
				};
			};
			":id": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		users: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
					query?: string | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						users: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string | null;
							createdAt: string;
							updatedAt: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							status: "ACTIVE" | "ALIAS" | "ONBOARDING";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
		};
	};
	bookmarks: {
		post: {
			body: {
				postId: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					bookmark: {
						id: string;
						postId: string;
						userId: string;
						createdAt: string;
					};
				};
			};
		};
		":postId": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						bookmark: {
							id: string;
							postId: string;
							userId: string;
							createdAt: string;
						};
					};
				};
			};
		};
		delete: {
			":postId": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		user: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
				};
				success: {
					success: true;
					message: string;
					data: {
						posts: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							id: string;
							answerId?: string | undefined;
							views: number;
							upvoteCount: number;
							downvoteCount: number;
							commentsCount: number;
							userVote: "downvote" | "upvote" | null;
							bookmarked: boolean;
							createdAt: string;
							updatedAt: string;
							postedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							moderationState?: "active" | "banned" | "shadow_banned" | undefined;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						}[];
						count: number;
					};
				};
			};
		};
	};
	branches: {
		":id": {
			merge: {
				post: {
					body: {
						into: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							createdAt: string;
							updatedAt: string;
							id: string;
							name: string;
							code: string;
							closedAt: string | null;
						};
					};
				};
			};
			use: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							people: number;
							posts: number;
						};
					};
				};
			};
		};
	};
	calendar: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					since: string | null;
				};
			};
		};
		post: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					url: string;
					since: string;
				};
			};
		};
		delete: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
			};
		};
	};
	colleges: {
		get: {
			body: {};
			query: {
				city?: string | undefined;
				state?: string | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					colleges: {
						accentHue: number | null;
						coverLine: string | null;
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						profile: string | null;
						branches: string[];
					}[];
					count: number;
				};
			};
		};
		post: {
			body: {
				name: string;
				emailDomain: string;
				city: string;
				state: string;
				profile?: string | null | undefined;
				accentHue?: number | null | undefined;
				coverLine?: string | null | undefined;
				branches?: string[] | undefined;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					college: {
						accentHue: number | null;
						coverLine: string | null;
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						profile: string | null;
						branches: string[];
					};
				};
			};
		};
		":id": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						accentHue: number | null;
						coverLine: string | null;
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						profile: string | null;
						branches: string[];
					};
				};
			};
			patch: {
				body: {
					name?: string | undefined;
					emailDomain?: string | undefined;
					city?: string | undefined;
					state?: string | undefined;
					profile?: string | null | undefined;
					accentHue?: number | null | undefined;
					coverLine?: string | null | undefined;
					branches?: string[] | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						accentHue: number | null;
						coverLine: string | null;
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						profile: string | null;
						branches: string[];
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
			branches: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							createdAt: string;
							updatedAt: string;
							id: string;
							name: string;
							code: string;
							closedAt: string | null;
						}[];
					};
				};
			};
		};
		requests: {
			post: {
				body: {
					name: string;
					emailDomain: string;
					city: string;
					state: string;
					requestedByEmail: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						id: string;
						name: string;
						emailDomain: string;
						city: string;
						state: string;
						createdAt: string;
						updatedAt: string;
						requestedByEmail: string;
						status: "approved" | "pending" | "rejected";
						resolvedCollegeId: string | null;
					};
				};
			};
		};
	};
	comments: {
		":commentId": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						comment: {
							id: string;
							content: string;
							postId: string;
							parentCommentId: string | null;
							isBanned: boolean;
							isDeleted: boolean;
							isBlocked: boolean;
							createdAt: string;
							updatedAt: string;
							commentedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							upvoteCount: number;
							downvoteCount: number;
							userVote: "downvote" | "upvote" | null;
							repliesCount: number;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
					};
				};
			};
			patch: {
				body: {
					content: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						comment: {
							id: string;
							content: string;
							postId: string;
							parentCommentId: string | null;
							isBanned: boolean;
							isDeleted: boolean;
							isBlocked: boolean;
							createdAt: string;
							updatedAt: string;
							commentedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							upvoteCount: number;
							downvoteCount: number;
							userVote: "downvote" | "upvote" | null;
							repliesCount: number;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
			history: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							versions: {
								content: string;
								writtenAt: string;
							}[];
						};
					};
				};
			};
		};
		delayed: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						delayedComments: {
							alias: boolean;
							state: "held" | "waiting";
							id: string;
							postId: string;
							parentCommentId: string | null;
							content: string;
						}[];
					};
				};
			};
			post: {
				body: {
					postId: string;
					content: string;
					parentCommentId: string | null;
					alias?: boolean | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						delayedComment: {
							alias: boolean;
							state: "held" | "waiting";
							id: string;
							postId: string;
							parentCommentId: string | null;
							content: string;
						};
					};
				};
			};
			":commentId": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
				publish: {
					post: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								comment: {
									id: string;
									content: string;
									postId: string;
									parentCommentId: string | null;
									isBanned: boolean;
									isDeleted: boolean;
									isBlocked: boolean;
									createdAt: string;
									updatedAt: string;
									commentedBy: {
										id: string;
										username: string;
										branch: string | null;
										collegeId: string;
										college: {
											id: string;
											name: string;
											profile: string | null;
										};
										alias?: "other" | "own" | undefined;
									} | null;
									official?: true | undefined;
									upvoteCount: number;
									downvoteCount: number;
									userVote: "downvote" | "upvote" | null;
									repliesCount: number;
									held?: "refused" | "waiting" | undefined;
									care?: true | undefined;
								};
							};
						};
					};
				};
			};
		};
		mine: {
			get: {
				body: {};
				query: {
					page?: number | undefined;
					limit?: number | undefined;
					cursor?: string | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						comments: {
							id: string;
							content: string;
							postId: string;
							postTitle: string | null;
							parentCommentId: string | null;
							upvoteCount: number;
							downvoteCount: number;
							userVote: "downvote" | "upvote" | null;
							repliesCount: number;
							createdAt: string;
							updatedAt: string;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
						}[];
						meta: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
							nextCursor: string | null;
						};
					};
				};
			};
		};
		post: {
			":postId": {
				get: {
					body: {};
					query: {
						page?: number | undefined;
						limit?: number | undefined;
						sortBy?: "createdAt" | "updatedAt" | undefined;
						sortOrder?: "asc" | "desc" | undefined;
						sort?: "best" | "new" | "old" | "top" | undefined;
						cursor?: string | undefined;
						state?: "active" | "all" | "banned" | "shadow_banned" | undefined;
						parent?: string | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							answer?: {
								id: string;
								content: string;
								postId: string;
								parentCommentId: string | null;
								isBanned: boolean;
								isDeleted: boolean;
								isBlocked: boolean;
								createdAt: string;
								updatedAt: string;
								commentedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								upvoteCount: number;
								downvoteCount: number;
								userVote: "downvote" | "upvote" | null;
								repliesCount: number;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							} | undefined;
							comments: {
								id: string;
								content: string;
								postId: string;
								parentCommentId: string | null;
								isBanned: boolean;
								isDeleted: boolean;
								isBlocked: boolean;
								createdAt: string;
								updatedAt: string;
								commentedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								upvoteCount: number;
								downvoteCount: number;
								userVote: "downvote" | "upvote" | null;
								repliesCount: number;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[];
							meta: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
								nextCursor: string | null;
							};
						};
					};
				};
				post: {
					body: {
						content: string;
						parentCommentId: string | null;
						official?: boolean | undefined;
						alias?: boolean | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							comment: {
								id: string;
								content: string;
								postId: string;
								parentCommentId: string | null;
								isBanned: boolean;
								isDeleted: boolean;
								isBlocked: boolean;
								createdAt: string;
								updatedAt: string;
								commentedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								upvoteCount: number;
								downvoteCount: number;
								userVote: "downvote" | "upvote" | null;
								repliesCount: number;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							};
						};
					};
				};
				tree: {
					get: {
						body: {};
						query: {
							depth?: number | undefined;
							limit?: number | undefined;
							sort?: "best" | "new" | "old" | "top" | undefined;
							parent?: string | undefined;
							cursor?: string | undefined;
							comment?: string | undefined;
						};
						success: {
							success: true;
							message: string;
							data: {
								answer?: {
									id: string;
									content: string;
									postId: string;
									parentCommentId: string | null;
									isBanned: boolean;
									isDeleted: boolean;
									isBlocked: boolean;
									createdAt: string;
									updatedAt: string;
									commentedBy: {
										id: string;
										username: string;
										branch: string | null;
										collegeId: string;
										college: {
											id: string;
											name: string;
											profile: string | null;
										};
										alias?: "other" | "own" | undefined;
									} | null;
									official?: true | undefined;
									upvoteCount: number;
									downvoteCount: number;
									userVote: "downvote" | "upvote" | null;
									repliesCount: number;
									held?: "refused" | "waiting" | undefined;
									care?: true | undefined;
								} | undefined;
								comments: {
									id: string;
									content: string;
									postId: string;
									parentCommentId: string | null;
									isBanned: boolean;
									isDeleted: boolean;
									isBlocked: boolean;
									createdAt: string;
									updatedAt: string;
									commentedBy: {
										id: string;
										username: string;
										branch: string | null;
										collegeId: string;
										college: {
											id: string;
											name: string;
											profile: string | null;
										};
										alias?: "other" | "own" | undefined;
									} | null;
									official?: true | undefined;
									upvoteCount: number;
									downvoteCount: number;
									userVote: "downvote" | "upvote" | null;
									repliesCount: number;
									held?: "refused" | "waiting" | undefined;
									care?: true | undefined;
									depth: number;
									repliesLeft: number;
									repliesCursor: string | null;
								}[];
								meta: {
									total: number;
									left: number;
									nextCursor: string | null;
									apart: string[];
								};
							};
						};
					};
				};
			};
		};
	};
	courses: {
		get: {
			body: {};
			query: {
				collegeId?: string | undefined;
				q?: string | undefined;
				limit?: number | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					courses: {
						id: string;
						code: string;
						name: string;
						collegeId: string;
						state: "closed" | "open" | "proposed";
					}[];
				};
			};
		};
		":id": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						course: {
							id: string;
							code: string;
							name: string;
							collegeId: string;
							state: "closed" | "open" | "proposed";
							followers: number | null;
						};
					};
				};
			};
		};
		proposals: {
			post: {
				body: {
					code: string;
					name: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						course: {
							id: string;
							code: string;
							name: string;
							collegeId: string;
							state: "closed" | "open" | "proposed";
						};
					};
				};
			};
		};
	};
	digest: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					isOn: boolean;
					isAvailable: boolean;
				};
			};
		};
		put: {
			body: {
				isOn: boolean;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					isOn: boolean;
					isAvailable: boolean;
				};
			};
		};
		unsubscribe: {
			":token": {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
	};
	events: {
		get: {
			body: {};
			query: {
				from?: string | undefined;
				to?: string | undefined;
				course?: string | undefined;
				limit?: number | undefined;
				cursor?: string | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					posts: {
						startsAt?: string | undefined;
						place?: string | undefined;
						title: string;
						content: string;
						topic: string;
						picture?: {
							width: number;
							height: number;
							placeholder: string;
							id: string;
							alt: string;
						} | undefined;
						isPrivate: boolean;
						course?: {
							id: string;
							code: string;
							name: string;
						} | undefined;
						question?: "answered" | "open" | undefined;
						poll?: {
							options: {
								text: string;
								votes: number | null;
							}[];
							voters: number | null;
							endsAt: string | null;
							hours?: number | undefined;
							closed: boolean;
							voted: boolean;
						} | undefined;
						id: string;
						answerId?: string | undefined;
						views: number;
						upvoteCount: number;
						downvoteCount: number;
						commentsCount: number;
						userVote: "downvote" | "upvote" | null;
						bookmarked: boolean;
						createdAt: string;
						updatedAt: string;
						postedBy: {
							id: string;
							username: string;
							branch: string | null;
							collegeId: string;
							college: {
								id: string;
								name: string;
								profile: string | null;
							};
							alias?: "other" | "own" | undefined;
						} | null;
						official?: true | undefined;
						moderationState?: "active" | "banned" | "shadow_banned" | undefined;
						removal?: {
							reason: string | null;
							rule: string | null;
							preset: {
								en: string;
								hi: string;
							} | null;
							at: string | null;
						} | undefined;
						held?: "refused" | "waiting" | undefined;
						care?: true | undefined;
					}[];
					meta: {
						nextCursor: string | null;
					};
				};
			};
		};
	};
	"events.ics": {
		get: {
			body: {};
			query: {};
			success: unknown;
		};
	};
	feedbacks: {
		get: {
			body: {};
			query: {
				limit: number;
				skip: number;
				type?: string | undefined;
				status?: "dismissed" | "new" | "reviewed" | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					feedbacks: {
						id: string;
						type: string;
						title: string;
						content: string;
						status: "dismissed" | "new" | "reviewed";
						user: {
							id: string;
							username: string;
						};
						createdAt: string;
						updatedAt: string;
					}[];
					meta: {
						total: number;
						limit: number;
						skip: number;
					};
				};
			};
		};
		post: {
			body: {
				type: string;
				title: string;
				content: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					feedback: {
						id: string;
						type: string;
						title: string;
						content: string;
						status: "dismissed" | "new" | "reviewed";
						user: {
							id: string;
							username: string;
						};
						createdAt: string;
						updatedAt: string;
					};
				};
			};
		};
		":id": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						feedback: {
							id: string;
							type: string;
							title: string;
							content: string;
							status: "dismissed" | "new" | "reviewed";
							user: {
								id: string;
								username: string;
							};
							createdAt: string;
							updatedAt: string;
						};
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
			status: {
				patch: {
					body: {
						status: "dismissed" | "new" | "reviewed";
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							feedback: {
								id: string;
								type: string;
								title: string;
								content: string;
								status: "dismissed" | "new" | "reviewed";
								user: {
									id: string;
									username: string;
								};
								createdAt: string;
								updatedAt: string;
							};
						};
					};
				};
			};
		};
	};
	follows: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					posts: {
						postId: string;
						title: string | null;
					}[];
					topics: string[];
					courses: {
						id: string;
						code: string;
						name: string;
					}[];
				};
			};
		};
		put: {
			body: {
				kind: "course" | "post" | "topic";
				target: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					followed: boolean;
				};
			};
		};
		delete: {
			body: {
				kind: "course" | "post" | "topic";
				target: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					followed: boolean;
				};
			};
		};
	};
	held: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					held: {
						id: string;
						type: "comment" | "post";
						title: string | null;
						topic: string | null;
						isPrivate: boolean | null;
						startsAt: string | null;
						place: string | null;
						course?: {
							id: string;
							code: string;
							name: string;
						} | undefined;
						picture?: {
							width: number;
							height: number;
							placeholder: string;
							id: string;
							alt: string;
						} | undefined;
						question?: "answered" | "open" | undefined;
						poll?: {
							options: {
								text: string;
								votes: number | null;
							}[];
							voters: number | null;
							endsAt: string | null;
							hours?: number | undefined;
							closed: boolean;
							voted: boolean;
						} | undefined;
						content: string;
						postId: string | null;
						parentCommentId: string | null;
						state: "refused" | "waiting";
						reason: string | null;
						rule: string | null;
						preset: {
							en: string;
							hi: string;
						} | null;
						createdAt: string;
						alias: string | null;
					}[];
				};
			};
		};
		":id": {
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
	};
	instance: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					accentHue: number | null;
					coverLine: string | null;
					logo: string | null;
					name: string;
					version: string;
					colleges: number;
					topics: string[];
					feedbackTypes: string[];
					reportReasons: string[];
					limits: {
						title: {
							min: number;
							max: number;
						};
						content: {
							min: number;
							max: number;
						};
						comment: {
							min: number;
							max: number;
						};
						branch: {
							min: number;
							max: number;
						};
						password: {
							min: number;
							max: number;
						};
						feedbackTitle: {
							min: number;
							max: number;
						};
						feedbackContent: {
							min: number;
							max: number;
						};
						reportReason: {
							min: number;
							max: number;
						};
						reportMessage: {
							min: number;
							max: number;
						};
						bodyBytes: number;
						imageBytes: number;
					};
					features: {
						registration: boolean;
						notifications: boolean;
						toxicity: boolean;
						idp: boolean;
						indexing: boolean;
						transparency: boolean;
					};
					signUp: "closed" | "open" | "request";
					readers: "members" | "public";
					signIn: ("idp" | "otp" | "password")[];
					helpLines: string[];
					pages: {
						rules: string;
						privacy: string;
						contact: string;
						moderation: string;
					};
					enrollmentPattern: string;
					enrollmentExample: string | null;
					emailDomain: string | null;
				};
			};
		};
		pages: {
			":page": {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							page: "contact" | "moderation" | "privacy" | "rules";
							content: string;
							isStandard: boolean;
						};
					};
				};
			};
		};
	};
	invitations: {
		read: {
			post: {
				body: {
					token: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						role: "admin";
						expiresAt: string;
					};
				};
			};
		};
		take: {
			post: {
				body: {
					token: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						role: "admin";
					};
				};
			};
		};
	};
	moderation: {
		appeals: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
					status?: "lapsed" | "open" | "overturned" | "upheld" | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						appeals: {
							id: string;
							resource: "comment" | "post" | "user";
							resourceId: string;
							message: string;
							status: "lapsed" | "open" | "overturned" | "upheld";
							reason: string | null;
							createdAt: string;
							decidedAt: string | null;
							appellant: {
								id: string;
								username: string;
							};
							decidedBy: {
								id: string;
								username: string;
							} | null;
							decision: {
								id: string;
								resource: "comment" | "post" | "user";
								resourceId: string;
								state: "active" | "banned" | "blocked" | "shadow_banned" | "suspended";
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								ends: string | null;
								moderator: {
									id: string;
									username: string;
								} | null;
								createdAt: string;
							};
							content: {
								postId: string;
								title: string;
								text: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
							} | null;
							mayDecide: boolean;
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
			":id": {
				put: {
					body: {
						outcome: "overturned" | "upheld";
						reason: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							appeal: {
								id: string;
								resource: "comment" | "post" | "user";
								resourceId: string;
								message: string;
								status: "lapsed" | "open" | "overturned" | "upheld";
								reason: string | null;
								createdAt: string;
								decidedAt: string | null;
								appellant: {
									id: string;
									username: string;
								};
								decidedBy: {
									id: string;
									username: string;
								} | null;
								decision: {
									id: string;
									resource: "comment" | "post" | "user";
									resourceId: string;
									state: "active" | "banned" | "blocked" | "shadow_banned" | "suspended";
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									ends: string | null;
									moderator: {
										id: string;
										username: string;
									} | null;
									createdAt: string;
								};
								content: {
									postId: string;
									title: string;
									text: string;
									picture?: {
										width: number;
										height: number;
										placeholder: string;
										id: string;
										alt: string;
									} | undefined;
									poll?: {
										options: {
											text: string;
											votes: number | null;
										}[];
										voters: number | null;
										endsAt: string | null;
										hours?: number | undefined;
										closed: boolean;
										voted: boolean;
									} | undefined;
								} | null;
								mayDecide: boolean;
							};
						};
					};
				};
			};
		};
		bursts: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						bursts: {
							id: string;
							kind: "account" | "link" | "text";
							author: {
								id: string;
								username: string;
							} | null;
							domain: string | null;
							accounts: number;
							texts: number;
							named: {
								type: "comment" | "post";
								id: string;
								postId: string;
							}[];
							since: string;
							until: string;
						}[];
					};
				};
			};
			":id": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		comments: {
			":commentId": {
				"moderation-state": {
					put: {
						body: {
							reason?: string | undefined;
							rule?: string | undefined;
							preset?: string | undefined;
							version?: string | undefined;
							state: "active" | "banned";
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								resource: "comment";
								resourceId: string;
								moderationState: "active" | "banned";
							};
						};
					};
					patch: {
						body: {
							reason?: string | undefined;
							rule?: string | undefined;
							preset?: string | undefined;
							version?: string | undefined;
							state: "active" | "banned";
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								resource: "comment";
								resourceId: string;
								moderationState: "active" | "banned";
							};
						};
					};
				};
			};
		};
		escalations: {
			":resourceId": {
				put: {
					body: {
						reason: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							escalation: {
								resourceId: string;
								reason: string;
								by: {
									id: string;
									username: string;
								} | null;
								at: string;
							};
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
		};
		held: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
					state?: "refused" | "waiting" | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						held: {
							id: string;
							type: "comment" | "post";
							title: string | null;
							topic: string | null;
							isPrivate: boolean | null;
							startsAt: string | null;
							place: string | null;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							content: string;
							postId: string | null;
							parentCommentId: string | null;
							state: "refused" | "waiting";
							reason: string | null;
							rule: string | null;
							preset: {
								en: string;
								hi: string;
							} | null;
							createdAt: string;
							doubts: ("known_picture" | "link_domain" | "new_account_link" | "new_account_picture" | "scorer_down" | "uncertain")[];
							author: {
								id: string;
								username: string;
							};
							postTitle: string | null;
							parentContent: string | null;
							readings: {
								label: string;
								score: number;
								because: string[];
							}[];
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
			":id": {
				put: {
					body: {
						reason?: string | undefined;
						rule?: string | undefined;
						preset?: string | undefined;
						decision: "refuse" | "release" | "reopen";
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							type: "comment" | "post";
							state: "refused" | "released" | "waiting";
						};
					};
				};
			};
		};
		history: {
			":resourceId": {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							history: {
								id: string;
								resource: "comment" | "post" | "user";
								resourceId: string;
								state: "active" | "banned" | "blocked" | "shadow_banned" | "suspended";
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								ends: string | null;
								moderator: {
									id: string;
									username: string;
								} | null;
								createdAt: string;
							}[];
						};
					};
				};
			};
		};
		notes: {
			":resource": {
				":resourceId": {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								notes: {
									id: string;
									resource: "comment" | "post" | "user";
									resourceId: string;
									content: string;
									writtenBy: {
										id: string;
										username: string;
									} | null;
									createdAt: string;
								}[];
							};
						};
					};
					post: {
						body: {
							content: string;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								note: {
									id: string;
									resource: "comment" | "post" | "user";
									resourceId: string;
									content: string;
									writtenBy: {
										id: string;
										username: string;
									} | null;
									createdAt: string;
								};
							};
						};
					};
					":noteId": {
						delete: {
							body: {};
							query: {};
							success: {
								success: true;
								message: string;
							};
						};
					};
				};
			};
		};
		posts: {
			":postId": {
				"moderation-state": {
					put: {
						body: {
							reason?: string | undefined;
							rule?: string | undefined;
							preset?: string | undefined;
							version?: string | undefined;
							state: "active" | "banned" | "shadow_banned";
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								resource: "post";
								resourceId: string;
								moderationState: "active" | "banned" | "shadow_banned";
							};
						};
					};
				};
			};
		};
		removals: {
			":id": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							removal: {
								id: string;
								restored: {
									posts: number;
									comments: number;
								};
								kept: number;
							};
						};
					};
				};
			};
		};
		users: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
				};
				success: {
					success: true;
					message: string;
					data: {
						users: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string | null;
							createdAt: string;
							updatedAt: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							status: "ACTIVE" | "ALIAS" | "ONBOARDING";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
			":userId": {
				comments: {
					get: {
						body: {};
						query: {
							page: number;
							limit: number;
							cursor?: string | undefined;
						};
						success: {
							success: true;
							message: string;
							data: {
								comments: {
									id: string;
									content: string;
									postId: string;
									parentCommentId: string | null;
									isBanned: boolean;
									isDeleted: boolean;
									isBlocked: boolean;
									createdAt: string;
									updatedAt: string;
									commentedBy: {
										id: string;
										username: string;
										branch: string | null;
										collegeId: string;
										college: {
											id: string;
											name: string;
											profile: string | null;
										};
										alias?: "other" | "own" | undefined;
									} | null;
									official?: true | undefined;
									upvoteCount: number;
									downvoteCount: number;
									userVote: "downvote" | "upvote" | null;
									repliesCount: number;
									held?: "refused" | "waiting" | undefined;
									care?: true | undefined;
									postTitle: string;
								}[];
								meta: {
									total: number;
									page: number;
									limit: number;
									totalPages: number;
									hasMore: boolean;
									nextCursor: string | null;
								};
							};
						};
					};
				};
				"moderation-state": {
					put: {
						body: {
							blocked: boolean;
							suspension?: {
								ends: string;
								reason: string;
							} | null | undefined;
							reason?: string | undefined;
							version?: string | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								userId: string;
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
							};
						};
					};
				};
				removals: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								removable: {
									posts: number;
									comments: number;
								};
							};
						};
					};
					post: {
						body: {
							reason?: string | undefined;
							rule?: string | undefined;
							preset?: string | undefined;
						};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								removal: {
									posts: number;
									comments: number;
									id: string;
									left: string[];
								};
							};
						};
					};
				};
				suspension: {
					get: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								suspension: {
									ends: string;
									reason: string;
								} | null;
								version: string;
								alias: {
									id: string;
									username: string;
									karma: number;
									collegeId: string;
									branch: string | null;
									createdAt: string;
									updatedAt: string;
									email: string;
									role: "admin" | "superadmin" | "user";
									status: "ACTIVE" | "ALIAS" | "ONBOARDING";
									blocked: boolean;
									suspension: {
										ends: string;
										reason: string;
									} | null;
								} | null;
							};
						};
					};
				};
			};
			search: {
				get: {
					body: {};
					query: {
						page: number;
						limit: number;
						query?: string | undefined;
						username?: string | undefined;
						email?: string | undefined;
						collegeId?: string | undefined;
						role?: "admin" | "superadmin" | "user" | undefined;
						blocked?: "false" | "true" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							users: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								branch: string | null;
								createdAt: string;
								updatedAt: string;
								email: string;
								role: "admin" | "superadmin" | "user";
								status: "ACTIVE" | "ALIAS" | "ONBOARDING";
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
							}[];
							pagination: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
							};
						};
					};
				};
			};
		};
		words: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
					query?: string | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						words: {
							id: string;
							word: string;
							strictMode: boolean;
							severity: "mild" | "moderate" | "severe";
							createdAt: string;
							updatedAt: string;
						}[];
						pagination: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
			post: {
				body: {
					word: string;
					strictMode?: boolean | undefined;
					severity: "mild" | "moderate" | "severe";
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						id: string;
						word: string;
						strictMode: boolean;
						severity: "mild" | "moderate" | "severe";
						createdAt: string;
						updatedAt: string;
					};
				};
			};
			":id": {
				patch: {
					body: {
						word?: string | undefined;
						strictMode?: boolean | undefined;
						severity?: "mild" | "moderate" | "severe" | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							word: string;
							strictMode: boolean;
							severity: "mild" | "moderate" | "severe";
							createdAt: string;
							updatedAt: string;
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			test: {
				post: {
					body: {
						text: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							matches: {
								reason: string;
								severity: "mild" | "moderate" | "severe";
								start: number;
								end: number;
							}[];
						};
					};
				};
			};
		};
	};
	mutes: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					posts: {
						postId: string;
						title: string | null;
					}[];
					topics: string[];
					words: string[];
				};
			};
		};
		put: {
			body: {
				kind: "post" | "topic" | "word";
				target: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					muted: boolean;
				};
			};
		};
		delete: {
			body: {
				kind: "post" | "topic" | "word";
				target: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					muted: boolean;
				};
			};
		};
	};
	notices: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					notices: {
						id: string;
						kind: "account_revealed" | "appeal_overturned" | "appeal_upheld" | "banned" | "became_moderator" | "comment_removed" | "email_revealed" | "export_ready" | "invitation_taken" | "passkeys_changed" | "password_changed" | "post_removed" | "sanction_lifted" | "suspended" | "text_refused" | "texts_removed" | "webhook_disabled";
						text: string;
						reason: string | null;
						rule: string | null;
						preset: {
							en: string;
							hi: string;
						} | null;
						appeal: {
							resource: "comment" | "post" | "user";
							resourceId: string;
						} | null;
						createdAt: string;
						acknowledgedAt: string | null;
					}[];
				};
			};
		};
		acknowledge: {
			patch: {
				body: {
					ids: string[];
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						acknowledged: number;
					};
				};
			};
		};
	};
	notifications: {
		list: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
				};
				success: {
					success: true;
					message: string;
					data: {
						notifications: {
							id: string;
							type: "answered" | "general" | "mention" | "posted" | "replied" | "upvoted_comment" | "upvoted_post";
							seen: boolean;
							postId: string | null;
							postTitle: string | null;
							topic?: string | undefined;
							course?: {
								id: string;
								code: string;
							} | undefined;
							commentId: string | null;
							actorUsernames: string[];
							content: string;
							createdAt: string;
						}[];
						unread: number;
						meta: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
		};
		"mark-seen": {
			patch: {
				body: {
					ids?: string[] | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						updated: number;
					};
				};
			};
		};
		settings: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						replies: {
							inbox: boolean;
							push: boolean;
						};
						upvotes: {
							inbox: boolean;
							push: boolean;
						};
						followedPosts: {
							inbox: boolean;
							push: boolean;
						};
						followedTopics: {
							inbox: boolean;
							push: boolean;
						};
						pushText: boolean;
					};
				};
			};
			patch: {
				body: {
					replies?: {
						inbox?: boolean | undefined;
						push?: boolean | undefined;
					} | undefined;
					upvotes?: {
						inbox?: boolean | undefined;
						push?: boolean | undefined;
					} | undefined;
					followedPosts?: {
						inbox?: boolean | undefined;
						push?: boolean | undefined;
					} | undefined;
					followedTopics?: {
						inbox?: boolean | undefined;
						push?: boolean | undefined;
					} | undefined;
					pushText?: boolean | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						replies: {
							inbox: boolean;
							push: boolean;
						};
						upvotes: {
							inbox: boolean;
							push: boolean;
						};
						followedPosts: {
							inbox: boolean;
							push: boolean;
						};
						followedTopics: {
							inbox: boolean;
							push: boolean;
						};
						pushText: boolean;
					};
				};
			};
		};
		threads: {
			get: {
				body: {};
				query: {
					page: number;
					limit: number;
				};
				success: {
					success: true;
					message: string;
					data: {
						threads: {
							postId: string | null;
							title: string | null;
							latestAt: string;
							count: number;
							unseenIds: string[];
							notifications: {
								id: string;
								type: "answered" | "general" | "mention" | "posted" | "replied" | "upvoted_comment" | "upvoted_post";
								seen: boolean;
								postId: string | null;
								postTitle: string | null;
								topic?: string | undefined;
								course?: {
									id: string;
									code: string;
								} | undefined;
								commentId: string | null;
								actorUsernames: string[];
								content: string;
								createdAt: string;
							}[];
						}[];
						unread: number;
						meta: {
							total: number;
							page: number;
							limit: number;
							totalPages: number;
							hasMore: boolean;
						};
					};
				};
			};
		};
	};
	"openapi.json": {
		get: {
			body: {};
			query: {};
			success: unknown;
		};
	};
	pictures: {
		post: {
			body: {
				picture: File;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					picture: {
						width: number;
						height: number;
						placeholder: string;
						id: string;
					};
				};
			};
		};
	};
	posts: {
		get: {
			body: {};
			query: {
				page?: number | undefined;
				limit?: number | undefined;
				sortBy?: "createdAt" | "hot" | "top" | "updatedAt" | "views" | undefined;
				sortOrder?: "asc" | "desc" | undefined;
				window?: "all" | "day" | "month" | "week" | undefined;
				cursor?: string | undefined;
				state?: "active" | "all" | "banned" | "shadow_banned" | undefined;
				question?: "open" | undefined;
				topic?: string | undefined;
				collegeId?: string | undefined;
				branch?: string | undefined;
				course?: string | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					posts: {
						startsAt?: string | undefined;
						place?: string | undefined;
						title: string;
						content: string;
						topic: string;
						picture?: {
							width: number;
							height: number;
							placeholder: string;
							id: string;
							alt: string;
						} | undefined;
						isPrivate: boolean;
						course?: {
							id: string;
							code: string;
							name: string;
						} | undefined;
						question?: "answered" | "open" | undefined;
						poll?: {
							options: {
								text: string;
								votes: number | null;
							}[];
							voters: number | null;
							endsAt: string | null;
							hours?: number | undefined;
							closed: boolean;
							voted: boolean;
						} | undefined;
						id: string;
						answerId?: string | undefined;
						views: number;
						upvoteCount: number;
						downvoteCount: number;
						commentsCount: number;
						userVote: "downvote" | "upvote" | null;
						bookmarked: boolean;
						createdAt: string;
						updatedAt: string;
						postedBy: {
							id: string;
							username: string;
							branch: string | null;
							collegeId: string;
							college: {
								id: string;
								name: string;
								profile: string | null;
							};
							alias?: "other" | "own" | undefined;
						} | null;
						official?: true | undefined;
						moderationState?: "active" | "banned" | "shadow_banned" | undefined;
						removal?: {
							reason: string | null;
							rule: string | null;
							preset: {
								en: string;
								hi: string;
							} | null;
							at: string | null;
						} | undefined;
						held?: "refused" | "waiting" | undefined;
						care?: true | undefined;
					}[];
					pinned?: {
						startsAt?: string | undefined;
						place?: string | undefined;
						title: string;
						content: string;
						topic: string;
						picture?: {
							width: number;
							height: number;
							placeholder: string;
							id: string;
							alt: string;
						} | undefined;
						isPrivate: boolean;
						course?: {
							id: string;
							code: string;
							name: string;
						} | undefined;
						question?: "answered" | "open" | undefined;
						poll?: {
							options: {
								text: string;
								votes: number | null;
							}[];
							voters: number | null;
							endsAt: string | null;
							hours?: number | undefined;
							closed: boolean;
							voted: boolean;
						} | undefined;
						id: string;
						answerId?: string | undefined;
						views: number;
						upvoteCount: number;
						downvoteCount: number;
						commentsCount: number;
						userVote: "downvote" | "upvote" | null;
						bookmarked: boolean;
						createdAt: string;
						updatedAt: string;
						postedBy: {
							id: string;
							username: string;
							branch: string | null;
							collegeId: string;
							college: {
								id: string;
								name: string;
								profile: string | null;
							};
							alias?: "other" | "own" | undefined;
						} | null;
						official?: true | undefined;
						moderationState?: "active" | "banned" | "shadow_banned" | undefined;
						removal?: {
							reason: string | null;
							rule: string | null;
							preset: {
								en: string;
								hi: string;
							} | null;
							at: string | null;
						} | undefined;
						held?: "refused" | "waiting" | undefined;
						care?: true | undefined;
					}[] | undefined;
					meta: {
						total: number;
						page: number;
						limit: number;
						totalPages: number;
						hasMore: boolean;
						nextCursor: string | null;
					};
				};
			};
		};
		post: {
			body: {
				startsAt?: string | null | undefined;
				place?: string | null | undefined;
				title: string;
				content: string;
				topic: string;
				isPrivate?: boolean | undefined;
				official?: boolean | undefined;
				alias?: boolean | undefined;
				question?: boolean | undefined;
				poll?: {
					options: string[];
					hours: number;
				} | undefined;
				picture?: {
					id: string;
					alt: string;
				} | null | undefined;
				course?: string | null | undefined;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					post: {
						startsAt?: string | undefined;
						place?: string | undefined;
						title: string;
						content: string;
						topic: string;
						picture?: {
							width: number;
							height: number;
							placeholder: string;
							id: string;
							alt: string;
						} | undefined;
						isPrivate: boolean;
						course?: {
							id: string;
							code: string;
							name: string;
						} | undefined;
						question?: "answered" | "open" | undefined;
						poll?: {
							options: {
								text: string;
								votes: number | null;
							}[];
							voters: number | null;
							endsAt: string | null;
							hours?: number | undefined;
							closed: boolean;
							voted: boolean;
						} | undefined;
						id: string;
						answerId?: string | undefined;
						views: number;
						upvoteCount: number;
						downvoteCount: number;
						commentsCount: number;
						userVote: "downvote" | "upvote" | null;
						bookmarked: boolean;
						createdAt: string;
						updatedAt: string;
						postedBy: {
							id: string;
							username: string;
							branch: string | null;
							collegeId: string;
							college: {
								id: string;
								name: string;
								profile: string | null;
							};
							alias?: "other" | "own" | undefined;
						} | null;
						official?: true | undefined;
						moderationState?: "active" | "banned" | "shadow_banned" | undefined;
						removal?: {
							reason: string | null;
							rule: string | null;
							preset: {
								en: string;
								hi: string;
							} | null;
							at: string | null;
						} | undefined;
						held?: "refused" | "waiting" | undefined;
						care?: true | undefined;
					};
				};
			};
		};
		":id": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						post: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							id: string;
							answerId?: string | undefined;
							views: number;
							upvoteCount: number;
							downvoteCount: number;
							commentsCount: number;
							userVote: "downvote" | "upvote" | null;
							bookmarked: boolean;
							createdAt: string;
							updatedAt: string;
							postedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							moderationState?: "active" | "banned" | "shadow_banned" | undefined;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
					};
				};
			};
			patch: {
				body: {
					startsAt?: string | null | undefined;
					place?: string | null | undefined;
					title?: string | undefined;
					content?: string | undefined;
					topic?: string | undefined;
					isPrivate?: boolean | undefined;
					question?: boolean | undefined;
					picture?: {
						id: string;
						alt: string;
					} | null | undefined;
					course?: string | null | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						post: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							id: string;
							answerId?: string | undefined;
							views: number;
							upvoteCount: number;
							downvoteCount: number;
							commentsCount: number;
							userVote: "downvote" | "upvote" | null;
							bookmarked: boolean;
							createdAt: string;
							updatedAt: string;
							postedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							moderationState?: "active" | "banned" | "shadow_banned" | undefined;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
			answer: {
				put: {
					body: {
						commentId: string;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							post: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							};
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							post: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							};
						};
					};
				};
			};
			"event.ics": {
				get: {
					body: {};
					query: {};
					success: unknown;
				};
			};
			history: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							versions: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								writtenAt: string;
							}[];
						};
					};
				};
			};
			pin: {
				put: {
					body: {
						place: "campus" | "topic";
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							pin: {
								postId: string;
								place: "campus" | "topic";
							};
						};
					};
				};
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			poll: {
				put: {
					body: {
						option: number;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							poll: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							};
						};
					};
				};
			};
			view: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
			};
			why: {
				get: {
					body: {};
					query: {
						sortBy?: "createdAt" | "hot" | "top" | "updatedAt" | "views" | undefined;
						window?: "all" | "day" | "month" | "week" | undefined;
						topic?: string | undefined;
						collegeId?: string | undefined;
						branch?: string | undefined;
						course?: string | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							why: {
								sortBy: "createdAt" | "hot" | "top" | "updatedAt" | "views";
								votes: number;
								comments: number;
								createdAt: string;
								leadMinutes: number;
								reasons: string[];
							};
						};
					};
				};
			};
		};
		branch: {
			":branch": {
				get: {
					body: {};
					query: {
						page?: number | undefined;
						limit?: number | undefined;
						sortBy?: "createdAt" | "hot" | "top" | "updatedAt" | "views" | undefined;
						sortOrder?: "asc" | "desc" | undefined;
						window?: "all" | "day" | "month" | "week" | undefined;
						cursor?: string | undefined;
						state?: "active" | "all" | "banned" | "shadow_banned" | undefined;
						question?: "open" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							posts: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[];
							pinned?: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[] | undefined;
							meta: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
								nextCursor: string | null;
							};
						};
					};
				};
			};
		};
		college: {
			":collegeId": {
				get: {
					body: {};
					query: {
						page?: number | undefined;
						limit?: number | undefined;
						sortBy?: "createdAt" | "hot" | "top" | "updatedAt" | "views" | undefined;
						sortOrder?: "asc" | "desc" | undefined;
						window?: "all" | "day" | "month" | "week" | undefined;
						cursor?: string | undefined;
						state?: "active" | "all" | "banned" | "shadow_banned" | undefined;
						question?: "open" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							posts: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[];
							pinned?: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[] | undefined;
							meta: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
								nextCursor: string | null;
							};
						};
					};
				};
			};
		};
		delayed: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						delayedPosts: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							alias: boolean;
							state: "held" | "waiting";
							id: string;
						}[];
					};
				};
			};
			post: {
				body: {
					startsAt?: string | null | undefined;
					place?: string | null | undefined;
					title: string;
					content: string;
					topic: string;
					isPrivate?: boolean | undefined;
					official?: boolean | undefined;
					alias?: boolean | undefined;
					question?: boolean | undefined;
					poll?: {
						options: string[];
						hours: number;
					} | undefined;
					picture?: {
						id: string;
						alt: string;
					} | null | undefined;
					course?: string | null | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						delayedPost: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							alias: boolean;
							state: "held" | "waiting";
							id: string;
						};
					};
				};
			};
			":id": {
				delete: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
					};
				};
				publish: {
					post: {
						body: {};
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								post: {
									startsAt?: string | undefined;
									place?: string | undefined;
									title: string;
									content: string;
									topic: string;
									picture?: {
										width: number;
										height: number;
										placeholder: string;
										id: string;
										alt: string;
									} | undefined;
									isPrivate: boolean;
									course?: {
										id: string;
										code: string;
										name: string;
									} | undefined;
									question?: "answered" | "open" | undefined;
									poll?: {
										options: {
											text: string;
											votes: number | null;
										}[];
										voters: number | null;
										endsAt: string | null;
										hours?: number | undefined;
										closed: boolean;
										voted: boolean;
									} | undefined;
									id: string;
									answerId?: string | undefined;
									views: number;
									upvoteCount: number;
									downvoteCount: number;
									commentsCount: number;
									userVote: "downvote" | "upvote" | null;
									bookmarked: boolean;
									createdAt: string;
									updatedAt: string;
									postedBy: {
										id: string;
										username: string;
										branch: string | null;
										collegeId: string;
										college: {
											id: string;
											name: string;
											profile: string | null;
										};
										alias?: "other" | "own" | undefined;
									} | null;
									official?: true | undefined;
									moderationState?: "active" | "banned" | "shadow_banned" | undefined;
									removal?: {
										reason: string | null;
										rule: string | null;
										preset: {
											en: string;
											hi: string;
										} | null;
										at: string | null;
									} | undefined;
									held?: "refused" | "waiting" | undefined;
									care?: true | undefined;
								};
							};
						};
					};
				};
			};
		};
		pinned: {
			get: {
				body: {};
				query: {
					topic?: string | undefined;
				};
				success: {
					success: true;
					message: string;
					data: {
						posts: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							id: string;
							answerId?: string | undefined;
							views: number;
							upvoteCount: number;
							downvoteCount: number;
							commentsCount: number;
							userVote: "downvote" | "upvote" | null;
							bookmarked: boolean;
							createdAt: string;
							updatedAt: string;
							postedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							moderationState?: "active" | "banned" | "shadow_banned" | undefined;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						}[];
					};
				};
			};
		};
		user: {
			":userId": {
				get: {
					body: {};
					query: {
						page?: number | undefined;
						limit?: number | undefined;
						sortBy?: "createdAt" | "hot" | "top" | "updatedAt" | "views" | undefined;
						sortOrder?: "asc" | "desc" | undefined;
						window?: "all" | "day" | "month" | "week" | undefined;
						cursor?: string | undefined;
						state?: "active" | "all" | "banned" | "shadow_banned" | undefined;
						question?: "open" | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							posts: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[];
							pinned?: {
								startsAt?: string | undefined;
								place?: string | undefined;
								title: string;
								content: string;
								topic: string;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								isPrivate: boolean;
								course?: {
									id: string;
									code: string;
									name: string;
								} | undefined;
								question?: "answered" | "open" | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								id: string;
								answerId?: string | undefined;
								views: number;
								upvoteCount: number;
								downvoteCount: number;
								commentsCount: number;
								userVote: "downvote" | "upvote" | null;
								bookmarked: boolean;
								createdAt: string;
								updatedAt: string;
								postedBy: {
									id: string;
									username: string;
									branch: string | null;
									collegeId: string;
									college: {
										id: string;
										name: string;
										profile: string | null;
									};
									alias?: "other" | "own" | undefined;
								} | null;
								official?: true | undefined;
								moderationState?: "active" | "banned" | "shadow_banned" | undefined;
								removal?: {
									reason: string | null;
									rule: string | null;
									preset: {
										en: string;
										hi: string;
									} | null;
									at: string | null;
								} | undefined;
								held?: "refused" | "waiting" | undefined;
								care?: true | undefined;
							}[] | undefined;
							meta: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
								nextCursor: string | null;
							};
						};
					};
				};
			};
		};
	};
	push: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					publicKey: string;
					isSubscribed: boolean;
				};
			};
		};
		subscription: {
			put: {
				body: {
					endpoint: string;
					keys: {
						p256dh: string;
						auth: string;
					};
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						publicKey: string;
						isSubscribed: boolean;
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
	};
	reports: {
		get: {
			body: {};
			query: {
				page: number;
				limit: number;
				type?: "Both" | "Comment" | "Post" | undefined;
				status?: string | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					data: {
						id: string;
						reason: string;
						message: string;
						status: "ignored" | "pending" | "resolved";
						reportedBy: {
							id: string;
							username: string;
						} | null;
						automatic?: true | undefined;
						createdAt: string;
						updatedAt: string;
						resolvedBy?: {
							id: string;
							username: string;
						} | undefined;
						type: "Comment" | "Post";
						targetId: string;
						target: {
							startsAt?: string | undefined;
							place?: string | undefined;
							id: string;
							title?: string | null | undefined;
							content: string | null;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							authorId: string | null;
						};
						targetState: "active" | "banned" | "deleted" | "shadow_banned";
					}[];
					pagination: {
						total: number;
						page: number;
						limit: number;
						totalPages: number;
						hasMore: boolean;
					};
					filters: {
						type: "Both" | "Comment" | "Post";
						status: ("ignored" | "pending" | "resolved")[];
					};
				};
			};
		};
		post: {
			body: {
				targetId: string;
				type: "Comment" | "Post";
				reason: string;
				message: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					report: {
						id: string;
						reason: string;
						message: string;
						status: "ignored" | "pending" | "resolved";
						reportedBy: {
							id: string;
							username: string;
						} | null;
						automatic?: true | undefined;
						createdAt: string;
						updatedAt: string;
						resolvedBy?: {
							id: string;
							username: string;
						} | undefined;
						type: "Comment" | "Post";
						targetId: string;
						target: {
							startsAt?: string | undefined;
							place?: string | undefined;
							id: string;
							title?: string | null | undefined;
							content: string | null;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							authorId: string | null;
						};
						targetState: "active" | "banned" | "deleted" | "shadow_banned";
					};
				};
			};
		};
		":id": {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						report: {
							id: string;
							reason: string;
							message: string;
							status: "ignored" | "pending" | "resolved";
							reportedBy: {
								id: string;
								username: string;
							} | null;
							automatic?: true | undefined;
							createdAt: string;
							updatedAt: string;
							resolvedBy?: {
								id: string;
								username: string;
							} | undefined;
							type: "Comment" | "Post";
							targetId: string;
							target: {
								startsAt?: string | undefined;
								place?: string | undefined;
								id: string;
								title?: string | null | undefined;
								content: string | null;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								authorId: string | null;
							};
							targetState: "active" | "banned" | "deleted" | "shadow_banned";
						};
					};
				};
			};
			patch: {
				body: {
					status: "ignored" | "pending" | "resolved";
					version?: string | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						report: {
							id: string;
							reason: string;
							message: string;
							status: "ignored" | "pending" | "resolved";
							reportedBy: {
								id: string;
								username: string;
							} | null;
							automatic?: true | undefined;
							createdAt: string;
							updatedAt: string;
							resolvedBy?: {
								id: string;
								username: string;
							} | undefined;
							type: "Comment" | "Post";
							targetId: string;
							target: {
								startsAt?: string | undefined;
								place?: string | undefined;
								id: string;
								title?: string | null | undefined;
								content: string | null;
								picture?: {
									width: number;
									height: number;
									placeholder: string;
									id: string;
									alt: string;
								} | undefined;
								poll?: {
									options: {
										text: string;
										votes: number | null;
									}[];
									voters: number | null;
									endsAt: string | null;
									hours?: number | undefined;
									closed: boolean;
									voted: boolean;
								} | undefined;
								authorId: string | null;
							};
							targetState: "active" | "banned" | "deleted" | "shadow_banned";
						};
					};
				};
			};
			delete: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
		"bulk-deletion": {
			post: {
				body: {
					reportIds: string[];
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						deletedCount: number;
					};
				};
			};
		};
		users: {
			":userId": {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							reports: {
								id: string;
								reason: string;
								message: string;
								status: "ignored" | "pending" | "resolved";
								reportedBy: {
									id: string;
									username: string;
								} | null;
								automatic?: true | undefined;
								createdAt: string;
								updatedAt: string;
								resolvedBy?: {
									id: string;
									username: string;
								} | undefined;
								type: "Comment" | "Post";
								targetId: string;
								target: {
									startsAt?: string | undefined;
									place?: string | undefined;
									id: string;
									title?: string | null | undefined;
									content: string | null;
									picture?: {
										width: number;
										height: number;
										placeholder: string;
										id: string;
										alt: string;
									} | undefined;
									poll?: {
										options: {
											text: string;
											votes: number | null;
										}[];
										voters: number | null;
										endsAt: string | null;
										hours?: number | undefined;
										closed: boolean;
										voted: boolean;
									} | undefined;
									authorId: string | null;
								};
								targetState: "active" | "banned" | "deleted" | "shadow_banned";
							}[];
						};
					};
				};
			};
		};
	};
	search: {
		get: {
			body: {};
			query: {
				q: string;
				type?: "comments" | "people" | "posts" | undefined;
				topic?: string | undefined;
				branch?: string | undefined;
				from?: string | undefined;
				to?: string | undefined;
				sort?: "new" | "relevance" | undefined;
				limit?: number | undefined;
				cursor?: string | undefined;
			};
			success: {
				success: true;
				message: string;
				data: {
					posts: {
						post: {
							startsAt?: string | undefined;
							place?: string | undefined;
							title: string;
							content: string;
							topic: string;
							picture?: {
								width: number;
								height: number;
								placeholder: string;
								id: string;
								alt: string;
							} | undefined;
							isPrivate: boolean;
							course?: {
								id: string;
								code: string;
								name: string;
							} | undefined;
							question?: "answered" | "open" | undefined;
							poll?: {
								options: {
									text: string;
									votes: number | null;
								}[];
								voters: number | null;
								endsAt: string | null;
								hours?: number | undefined;
								closed: boolean;
								voted: boolean;
							} | undefined;
							id: string;
							answerId?: string | undefined;
							views: number;
							upvoteCount: number;
							downvoteCount: number;
							commentsCount: number;
							userVote: "downvote" | "upvote" | null;
							bookmarked: boolean;
							createdAt: string;
							updatedAt: string;
							postedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							moderationState?: "active" | "banned" | "shadow_banned" | undefined;
							removal?: {
								reason: string | null;
								rule: string | null;
								preset: {
									en: string;
									hi: string;
								} | null;
								at: string | null;
							} | undefined;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
						title: {
							text: string;
							isHit: boolean;
						}[];
						snippet: {
							text: string;
							isHit: boolean;
						}[];
					}[];
					comments: {
						comment: {
							id: string;
							content: string;
							postId: string;
							parentCommentId: string | null;
							isBanned: boolean;
							isDeleted: boolean;
							isBlocked: boolean;
							createdAt: string;
							updatedAt: string;
							commentedBy: {
								id: string;
								username: string;
								branch: string | null;
								collegeId: string;
								college: {
									id: string;
									name: string;
									profile: string | null;
								};
								alias?: "other" | "own" | undefined;
							} | null;
							official?: true | undefined;
							upvoteCount: number;
							downvoteCount: number;
							userVote: "downvote" | "upvote" | null;
							repliesCount: number;
							held?: "refused" | "waiting" | undefined;
							care?: true | undefined;
						};
						post: {
							id: string;
							title: string;
						};
						snippet: {
							text: string;
							isHit: boolean;
						}[];
					}[];
					people: {
						id: string;
						username: string;
						karma: number;
						collegeId: string;
						branch: string | null;
						createdAt: string;
						updatedAt: string;
					}[];
					meta: {
						nextCursor: string | null;
					};
				};
			};
		};
		similar: {
			get: {
				body: {};
				query: {
					title: string;
				};
				success: {
					success: true;
					message: string;
					data: {
						posts: {
							id: string;
							title: string;
						}[];
					};
				};
			};
		};
		suggestions: {
			get: {
				body: {};
				query: {
					q: string;
				};
				success: {
					success: true;
					message: string;
					data: {
						topics: string[];
						posts: {
							id: string;
							title: string;
						}[];
						people: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string | null;
							createdAt: string;
							updatedAt: string;
						}[];
					};
				};
			};
		};
	};
	setup: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					needed: boolean;
				};
			};
		};
		post: {
			body: {
				token: string;
				campus: {
					name: string;
					emailDomain: string;
					city: string;
					state: string;
					branches?: {
						name: string;
						code: string;
					}[] | undefined;
				};
				collegeDomains?: "admin" | "superadmin" | undefined;
				notifications?: boolean | undefined;
				transparency?: boolean | undefined;
				admin: {
					email: string;
					password: string;
				};
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					college: {
						id: string;
					};
					admin: {
						id: string;
						username: string;
					};
				};
			};
		};
		mail: {
			post: {
				body: {
					token: string;
					to: string;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						mail: {
							file: string | null;
						};
					};
				};
			};
		};
	};
	transparency: {
		get: {
			body: {};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					months: {
						month: string;
						reports: number | null;
						removed: number | null;
						removedByRule: {
							rule: string;
							count: number;
						}[];
						restored: number | null;
						sanctions: number | null;
						appeals: number | null;
						upheld: number | null;
						overturned: number | null;
						reveals: number | null;
						medianHours: number | null;
					}[];
					leastCount: number;
					auditHead: {
						hash: string;
						day: string;
					} | null;
				};
			};
		};
	};
	users: {
		"accept-terms": {
			post: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
				};
			};
		};
		block: {
			":userId": {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							blocked: true;
						};
					};
				};
			};
		};
		blocked: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						id: string;
						username: string;
						branch: string | null;
						collegeId: string;
						alias?: true | undefined;
					}[];
				};
			};
		};
		id: {
			":userId": {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							user: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								branch: string | null;
								createdAt: string;
								updatedAt: string;
							};
						};
					};
				};
			};
		};
		me: {
			get: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						user: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							createdAt: string;
							updatedAt: string;
							branch: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							permissions: string[];
							status: "ACTIVE" | "ONBOARDING";
							isAcceptedTerms: boolean;
							hasPassword: boolean;
							namesLeft: number;
							draftKey: string;
							language: "en" | "hi";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
							membership: {
								endsAt: string | null;
								hasEnded: boolean;
							};
							unreadNotices: number;
							college: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								profile: string | null;
							};
						};
					};
				};
			};
			patch: {
				body: {
					branch?: string | undefined;
					language?: "en" | "hi" | undefined;
				};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						user: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							createdAt: string;
							updatedAt: string;
							branch: string;
							email: string;
							role: "admin" | "superadmin" | "user";
							permissions: string[];
							status: "ACTIVE" | "ONBOARDING";
							isAcceptedTerms: boolean;
							hasPassword: boolean;
							namesLeft: number;
							draftKey: string;
							language: "en" | "hi";
							blocked: boolean;
							suspension: {
								ends: string;
								reason: string;
							} | null;
							membership: {
								endsAt: string | null;
								hasEnded: boolean;
							};
							unreadNotices: number;
							college: {
								accentHue: number | null;
								coverLine: string | null;
								id: string;
								name: string;
								profile: string | null;
							};
						};
					};
				};
			};
			aliases: {
				get: {
					body: {};
					query: {
						page?: number | undefined;
						limit?: number | undefined;
						cursor?: string | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							aliases: {
								id: string;
								username: string;
								postId: string;
								postTitle: string | null;
								createdAt: string;
							}[];
							meta: {
								total: number;
								page: number;
								limit: number;
								totalPages: number;
								hasMore: boolean;
								nextCursor: string | null;
							};
						};
					};
				};
			};
			export: {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							export: {
								state: "failed" | "ready" | "waiting";
								requestedAt: string;
								bytes: number | null;
								keptUntil: string;
							} | null;
						};
					};
				};
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							export: {
								state: "failed" | "ready" | "waiting";
								requestedAt: string;
								bytes: number | null;
								keptUntil: string;
							} | null;
						};
					};
				};
				file: {
					get: {
						body: {};
						query: {};
						success: unknown;
					};
				};
			};
			membership: {
				post: {
					body: {
						otp: string;
						email?: string | undefined;
					};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							user: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								createdAt: string;
								updatedAt: string;
								branch: string;
								email: string;
								role: "admin" | "superadmin" | "user";
								permissions: string[];
								status: "ACTIVE" | "ONBOARDING";
								isAcceptedTerms: boolean;
								hasPassword: boolean;
								namesLeft: number;
								draftKey: string;
								language: "en" | "hi";
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
								membership: {
									endsAt: string | null;
									hasEnded: boolean;
								};
								unreadNotices: number;
								college: {
									accentHue: number | null;
									coverLine: string | null;
									id: string;
									name: string;
									profile: string | null;
								};
							};
						};
					};
				};
				code: {
					post: {
						body: {
							email?: string | undefined;
						} | null;
						query: {};
						success: {
							success: true;
							message: string;
							data: {
								digits: number;
							};
						};
					};
				};
			};
			name: {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							user: {
								id: string;
								username: string;
								karma: number;
								collegeId: string;
								createdAt: string;
								updatedAt: string;
								branch: string;
								email: string;
								role: "admin" | "superadmin" | "user";
								permissions: string[];
								status: "ACTIVE" | "ONBOARDING";
								isAcceptedTerms: boolean;
								hasPassword: boolean;
								namesLeft: number;
								draftKey: string;
								language: "en" | "hi";
								blocked: boolean;
								suspension: {
									ends: string;
									reason: string;
								} | null;
								membership: {
									endsAt: string | null;
									hasEnded: boolean;
								};
								unreadNotices: number;
								college: {
									accentHue: number | null;
									coverLine: string | null;
									id: string;
									name: string;
									profile: string | null;
								};
							};
						};
					};
				};
			};
			"next-alias": {
				get: {
					body: {};
					query: {
						postId?: string | undefined;
					};
					success: {
						success: true;
						message: string;
						data: {
							nextAlias: {
								username: string;
								isPresent: boolean;
								state: "available" | "day_limit" | "off" | "too_young" | "week_limit";
								leftToday: number;
								leftThisWeek: number;
							};
						};
					};
				};
			};
		};
		search: {
			":query": {
				get: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							id: string;
							username: string;
							karma: number;
							collegeId: string;
							branch: string | null;
							createdAt: string;
							updatedAt: string;
						}[];
					};
				};
			};
		};
		unblock: {
			":userId": {
				post: {
					body: {};
					query: {};
					success: {
						success: true;
						message: string;
						data: {
							blocked: false;
						};
					};
				};
			};
		};
	};
	votes: {
		post: {
			body: {
				targetType: "comment" | "post";
				targetId: string;
				voteType: "downvote" | "upvote";
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					vote: {
						id: string;
						targetType: "comment" | "post";
						targetId: string;
						voteType: "downvote" | "upvote";
						createdAt: string;
						target: {
							upvoteCount: number;
							downvoteCount: number;
						};
					};
				};
			};
		};
		patch: {
			body: {
				targetType: "comment" | "post";
				targetId: string;
				voteType: "downvote" | "upvote";
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					vote: {
						id: string;
						targetType: "comment" | "post";
						targetId: string;
						voteType: "downvote" | "upvote";
						createdAt: string;
						target: {
							upvoteCount: number;
							downvoteCount: number;
						};
					};
					before: {
						id: string;
						targetType: "comment" | "post";
						targetId: string;
						voteType: "downvote" | "upvote";
						createdAt: string;
						target: {
							upvoteCount: number;
							downvoteCount: number;
						};
					};
				};
			};
		};
		delete: {
			body: {
				targetType: "comment" | "post";
				targetId: string;
			};
			query: {};
			success: {
				success: true;
				message: string;
				data: {
					id: string;
					target: {
						upvoteCount: number;
						downvoteCount: number;
					};
				};
			};
		};
	};
	ws: {
		get: {
			body: {};
			query: {};
			success: unknown;
		};
		ticket: {
			post: {
				body: {};
				query: {};
				success: {
					success: true;
					message: string;
					data: {
						ticket: string;
						expiresAt: string;
					};
				};
			};
		};
	};
};
type ServerMessage = {
	type: "ready";
	userId: string;
	notifications: boolean;
} | {
	type: "pong";
} | {
	type: "error";
	code: "ALREADY_BOOKMARKED" | "ALREADY_ONBOARDED" | "ALREADY_VOTED" | "APPROVAL_PENDING" | "BLOCK_RELATION" | "BUSY" | "COLLEGE_NOT_FOUND" | "CONFLICT" | "CONTENT_POLICY_VIOLATION" | "CSRF_REJECTED" | "DISPOSABLE_EMAIL" | "DUPLICATE" | "FEATURE_DISABLED" | "FORBIDDEN" | "IDEMPOTENCY_KEY_REUSED" | "INTERNAL" | "INVALID_CREDENTIALS" | "INVALID_EMAIL" | "INVALID_JSON" | "INVALID_TOKEN" | "MAIL_FAILED" | "MEMBERSHIP_ENDED" | "METHOD_NOT_ALLOWED" | "MISDIRECTED_REQUEST" | "NOT_FOUND" | "NOT_ONBOARDED" | "NOT_OWNER" | "NOT_PRIMARY" | "NOT_READY" | "NOT_VERIFIED" | "OTP_COOLDOWN" | "OTP_EXHAUSTED" | "OTP_EXPIRED" | "OTP_INVALID" | "PASSKEY_REQUIRED" | "PAYLOAD_TOO_LARGE" | "PROOF_OF_WORK_REQUIRED" | "RATE_LIMITED" | "REAUTHENTICATION_REQUIRED" | "SIGNUP_MISSING" | "SIGN_UP_CLOSED" | "SIGN_UP_REFUSED" | "STORAGE_UNAVAILABLE" | "TERMS_NOT_ACCEPTED" | "UNAUTHENTICATED" | "UNSUPPORTED_MEDIA_TYPE" | "UPGRADE_REQUIRED" | "USER_BLOCKED" | "USER_EXISTS" | "USER_SUSPENDED" | "VALIDATION_FAILED";
	postId?: string | undefined;
} | {
	type: "post";
	postId: string;
	upvoteCount: number;
	downvoteCount: number;
	commentsCount: number;
} | {
	type: "comment";
	postId: string;
	commentId: string;
} | {
	type: "notification";
	notification: {
		id: string;
		type: "answered" | "general" | "mention" | "posted" | "replied" | "upvoted_comment" | "upvoted_post";
		seen: boolean;
		postId: string | null;
		postTitle: string | null;
		topic?: string | undefined;
		course?: {
			id: string;
			code: string;
		} | undefined;
		commentId: string | null;
		actorUsernames: string[];
		content: string;
		createdAt: string;
	};
} | {
	type: "queue";
	targetId: string;
	change: "claimed" | "decided" | "escalated" | "released" | "reported";
};
type ClientMessage = {
	type: "ping";
} | {
	type: "subscribe" | "unsubscribe";
	postId: string;
} | {
	type: "watch-queue";
} | {
	type: "leave-queue";
};

type ErrorCode = 'VALIDATION_FAILED' | 'INVALID_JSON' | 'INVALID_EMAIL' | 'DISPOSABLE_EMAIL' | 'SIGNUP_MISSING' | 'CONTENT_POLICY_VIOLATION' | 'INVALID_TOKEN' | 'UNAUTHENTICATED' | 'INVALID_CREDENTIALS' | 'FORBIDDEN' | 'NOT_OWNER' | 'NOT_ONBOARDED' | 'ALREADY_ONBOARDED' | 'TERMS_NOT_ACCEPTED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'MEMBERSHIP_ENDED' | 'BLOCK_RELATION' | 'USER_EXISTS' | 'NOT_VERIFIED' | 'SIGN_UP_CLOSED' | 'APPROVAL_PENDING' | 'SIGN_UP_REFUSED' | 'OTP_INVALID' | 'OTP_EXPIRED' | 'OTP_EXHAUSTED' | 'CSRF_REJECTED' | 'REAUTHENTICATION_REQUIRED' | 'PASSKEY_REQUIRED' | 'NOT_FOUND' | 'COLLEGE_NOT_FOUND' | 'FEATURE_DISABLED' | 'METHOD_NOT_ALLOWED' | 'CONFLICT' | 'DUPLICATE' | 'ALREADY_VOTED' | 'ALREADY_BOOKMARKED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'MISDIRECTED_REQUEST' | 'IDEMPOTENCY_KEY_REUSED' | 'UPGRADE_REQUIRED' | 'OTP_COOLDOWN' | 'PROOF_OF_WORK_REQUIRED' | 'RATE_LIMITED' | 'INTERNAL' | 'MAIL_FAILED' | 'BUSY' | 'NOT_READY' | 'NOT_PRIMARY' | 'STORAGE_UNAVAILABLE' | 'UNREACHABLE'
type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 426 | 429 | 500 | 503
type Everywhere = 'INTERNAL' | 'MISDIRECTED_REQUEST' | 'NOT_PRIMARY' | 'STORAGE_UNAVAILABLE' | 'UNREACHABLE'
interface Refusals {
	'DELETE /admin/branches/delete/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /admin/courses/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /admin/invitations/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /admin/manage/reports/:targetId/claim': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /admin/users/:id/sessions': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /admin/webhooks/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /auth/account': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED'
	'DELETE /auth/passkeys/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'NOT_FOUND' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /auth/sessions/:id': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /bookmarks/delete/:postId': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /calendar': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'DELETE /colleges/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /comments/:commentId': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'NOT_OWNER' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /comments/delayed/:commentId': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /feedbacks/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /follows': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /held/:id': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /moderation/bursts/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /moderation/escalations/:resourceId': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /moderation/notes/:resource/:resourceId/:noteId': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /moderation/removals/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /moderation/words/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /mutes': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /posts/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /posts/:id/answer': Everywhere | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /posts/:id/pin': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /posts/delayed/:id': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'DELETE /push/subscription': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'DELETE /reports/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'DELETE /votes': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/branches/all': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/checklist': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/classifier': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/college-requests': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/colleges/get/all': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/courses': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/dashboard/overview': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/invitations': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/manage/feedback/all': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/manage/logs': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/manage/logs/chain': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/manage/reports': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/manage/reports/:targetId/context': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/manage/users/query': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/memberships/preview': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/reveals': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/settings': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/sign-up-requests': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /admin/webhooks': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /admin/webhooks/:id/deliveries': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /appeals': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /auth/admins': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /auth/idp/callback': Everywhere | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'GET /auth/idp/start': Everywhere | 'RATE_LIMITED'
	'GET /auth/me': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /auth/passkeys': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /auth/password/status': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /auth/sessions': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /auth/users': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /bookmarks/:postId': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /bookmarks/user': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /branches/:id/use': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /calendar': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /colleges': Everywhere | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'GET /colleges/:id': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'GET /colleges/:id/branches': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'GET /comments/:commentId': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /comments/:commentId/history': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'NOT_OWNER' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /comments/delayed': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /comments/mine': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /comments/post/:postId': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /comments/post/:postId/tree': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /courses': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /courses/:id': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /digest': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /events': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /feedbacks': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /feedbacks/:id': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /follows': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /healthz': Everywhere | never
	'GET /held': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /instance': Everywhere | 'RATE_LIMITED'
	'GET /instance/pages/:page': Everywhere | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'GET /moderation/appeals': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/bursts': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'GET /moderation/held': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/history/:resourceId': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/notes/:resource/:resourceId': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/users': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/users/:userId/comments': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/users/:userId/removals': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/users/:userId/suspension': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/users/search': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /moderation/words': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /mutes': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /notices': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /notifications/list': Everywhere | 'FEATURE_DISABLED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /notifications/settings': Everywhere | 'FEATURE_DISABLED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /notifications/threads': Everywhere | 'FEATURE_DISABLED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts': Everywhere | 'FORBIDDEN' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/:id': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/:id/history': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'NOT_OWNER' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/:id/why': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/branch/:branch': Everywhere | 'FORBIDDEN' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/college/:collegeId': Everywhere | 'FORBIDDEN' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/delayed': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /posts/pinned': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /posts/user/:userId': Everywhere | 'FORBIDDEN' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /push': Everywhere | 'FEATURE_DISABLED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /readyz': Everywhere | 'NOT_READY'
	'GET /reports': Everywhere | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /reports/:id': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /reports/users/:userId': Everywhere | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'GET /search': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /search/similar': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /search/suggestions': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /setup': Everywhere | 'RATE_LIMITED'
	'GET /transparency': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED'
	'GET /up': Everywhere | 'NOT_READY'
	'GET /users/blocked': Everywhere | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /users/id/:userId': Everywhere | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /users/me': Everywhere | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /users/me/aliases': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /users/me/export': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'GET /users/me/next-alias': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'GET /users/search/:query': Everywhere | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'PATCH /admin/branches/update/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /admin/college-requests/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /admin/colleges/update/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /admin/courses/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /admin/settings': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /admin/webhooks/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /auth/passkeys/:id': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PATCH /colleges/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /comments/:commentId': Everywhere | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /feedbacks/:id/status': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /moderation/comments/:commentId/moderation-state': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /moderation/words/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /notices/acknowledge': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PATCH /notifications/mark-seen': Everywhere | 'CSRF_REJECTED' | 'FEATURE_DISABLED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PATCH /notifications/settings': Everywhere | 'CSRF_REJECTED' | 'FEATURE_DISABLED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PATCH /posts/:id': Everywhere | 'CONFLICT' | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /reports/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PATCH /users/me': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PATCH /votes': Everywhere | 'BLOCK_RELATION' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/branches/create': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/checklist/poster': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'POST /admin/classifier/reset': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'POST /admin/colleges/alerts/:id/acknowledge': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/colleges/create': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/colleges/upload/profile/:id': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/courses': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/courses/csv': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/invitations': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'POST /admin/memberships/reminders': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/settings/addresses': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/settings/mail': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'POST /admin/users/:id/reveal-account': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/users/:id/reveal-email': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/webhooks': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/webhooks/:id/deliveries/:deliveryId/redeliver': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/webhooks/:id/rotate-secret': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /admin/webhooks/:id/test': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /appeals': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/idp/link': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'INVALID_TOKEN' | 'OTP_EXHAUSTED' | 'OTP_EXPIRED' | 'OTP_INVALID' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/login': Everywhere | 'BUSY' | 'CSRF_REJECTED' | 'INVALID_CREDENTIALS' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/logout': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'POST /auth/logout-all': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED'
	'POST /auth/onboarding/complete': Everywhere | 'ALREADY_ONBOARDED' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/otp/login/send': Everywhere | 'CSRF_REJECTED' | 'INVALID_EMAIL' | 'INVALID_JSON' | 'MAIL_FAILED' | 'OTP_COOLDOWN' | 'OTP_EXHAUSTED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/otp/login/verify': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'OTP_EXHAUSTED' | 'OTP_EXPIRED' | 'OTP_INVALID' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/otp/send': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'MAIL_FAILED' | 'OTP_COOLDOWN' | 'OTP_EXPIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'SIGNUP_MISSING' | 'SIGN_UP_CLOSED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/otp/verify': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'OTP_EXHAUSTED' | 'OTP_EXPIRED' | 'OTP_INVALID' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'SIGNUP_MISSING' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/passkeys': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_CREDENTIALS' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/passkeys/login/options': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED'
	'POST /auth/passkeys/login/verify': Everywhere | 'CSRF_REJECTED' | 'INVALID_CREDENTIALS' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/passkeys/options': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED'
	'POST /auth/password/forgot': Everywhere | 'CSRF_REJECTED' | 'INVALID_EMAIL' | 'INVALID_JSON' | 'MAIL_FAILED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/password/reset': Everywhere | 'BUSY' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'INVALID_TOKEN' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/password/set': Everywhere | 'BUSY' | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_CREDENTIALS' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/reauthenticate': Everywhere | 'BUSY' | 'CSRF_REJECTED' | 'INVALID_CREDENTIALS' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/reauthenticate/code': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'MAIL_FAILED' | 'OTP_COOLDOWN' | 'OTP_EXHAUSTED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/reauthenticate/passkey': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'POST /auth/refresh': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /auth/registration/finalize': Everywhere | 'APPROVAL_PENDING' | 'BUSY' | 'COLLEGE_NOT_FOUND' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'NOT_VERIFIED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'SIGN_UP_CLOSED' | 'SIGN_UP_REFUSED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_EXISTS' | 'VALIDATION_FAILED'
	'POST /auth/registration/initialize': Everywhere | 'COLLEGE_NOT_FOUND' | 'CSRF_REJECTED' | 'DISPOSABLE_EMAIL' | 'INVALID_EMAIL' | 'INVALID_JSON' | 'MAIL_FAILED' | 'OTP_COOLDOWN' | 'PAYLOAD_TOO_LARGE' | 'PROOF_OF_WORK_REQUIRED' | 'RATE_LIMITED' | 'SIGN_UP_CLOSED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_EXISTS' | 'VALIDATION_FAILED'
	'POST /auth/registration/verify-otp': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'OTP_EXHAUSTED' | 'OTP_EXPIRED' | 'OTP_INVALID' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'SIGNUP_MISSING' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /bookmarks': Everywhere | 'ALREADY_BOOKMARKED' | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /branches/:id/merge': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /calendar': Everywhere | 'CSRF_REJECTED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED'
	'POST /colleges': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /colleges/requests': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'DISPOSABLE_EMAIL' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'SIGN_UP_CLOSED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /comments/delayed': Everywhere | 'BLOCK_RELATION' | 'CONFLICT' | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /comments/delayed/:commentId/publish': Everywhere | 'BLOCK_RELATION' | 'CSRF_REJECTED' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /comments/post/:postId': Everywhere | 'BLOCK_RELATION' | 'CONFLICT' | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /courses/proposals': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /digest/unsubscribe/:token': Everywhere | 'CSRF_REJECTED' | 'INVALID_TOKEN' | 'RATE_LIMITED' | 'VALIDATION_FAILED'
	'POST /feedbacks': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /invitations/read': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /invitations/take': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /moderation/notes/:resource/:resourceId': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /moderation/users/:userId/removals': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /moderation/words': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /moderation/words/test': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /pictures': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /posts': Everywhere | 'CONFLICT' | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /posts/:id/view': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'POST /posts/delayed': Everywhere | 'CONFLICT' | 'CONTENT_POLICY_VIOLATION' | 'CSRF_REJECTED' | 'DUPLICATE' | 'FEATURE_DISABLED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /posts/delayed/:id/publish': Everywhere | 'CSRF_REJECTED' | 'FEATURE_DISABLED' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /reports': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /reports/bulk-deletion': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /setup': Everywhere | 'BUSY' | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'INVALID_TOKEN' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /setup/mail': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'INVALID_TOKEN' | 'MAIL_FAILED' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /users/accept-terms': Everywhere | 'CSRF_REJECTED' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'POST /users/block/:userId': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'POST /users/me/export': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'POST /users/me/membership': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'OTP_EXHAUSTED' | 'OTP_EXPIRED' | 'OTP_INVALID' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /users/me/membership/code': Everywhere | 'CSRF_REJECTED' | 'INVALID_JSON' | 'MAIL_FAILED' | 'OTP_COOLDOWN' | 'OTP_EXHAUSTED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'POST /users/me/name': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'POST /users/unblock/:userId': Everywhere | 'CSRF_REJECTED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'VALIDATION_FAILED'
	'POST /votes': Everywhere | 'ALREADY_VOTED' | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'IDEMPOTENCY_KEY_REUSED' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'POST /ws/ticket': Everywhere | 'CSRF_REJECTED' | 'RATE_LIMITED' | 'UNAUTHENTICATED'
	'PUT /admin/manage/reports/:targetId/claim': Everywhere | 'CSRF_REJECTED' | 'FORBIDDEN' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /admin/sign-up-requests/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /admin/users/:id/role': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /digest': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
	'PUT /follows': Everywhere | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/appeals/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/comments/:commentId/moderation-state': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/escalations/:resourceId': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/held/:id': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/posts/:postId/moderation-state': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /moderation/users/:userId/moderation-state': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /mutes': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /posts/:id/answer': Everywhere | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'NOT_ONBOARDED' | 'NOT_OWNER' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'TERMS_NOT_ACCEPTED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /posts/:id/pin': Everywhere | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /posts/:id/poll': Everywhere | 'ALREADY_VOTED' | 'BLOCK_RELATION' | 'CONFLICT' | 'CSRF_REJECTED' | 'FORBIDDEN' | 'INVALID_JSON' | 'MEMBERSHIP_ENDED' | 'NOT_FOUND' | 'PASSKEY_REQUIRED' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'USER_BLOCKED' | 'USER_SUSPENDED' | 'VALIDATION_FAILED'
	'PUT /push/subscription': Everywhere | 'CSRF_REJECTED' | 'FEATURE_DISABLED' | 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED'
}

/** `Response` of the platform. */
type PlatformResponse = typeof globalThis extends {
	Response: {
		prototype: infer Type;
	};
} ? Type : {
	readonly status: number;
	readonly ok: boolean;
	readonly headers: {
		get(name: string): string | null;
	};
	json(): Promise<unknown>;
	text(): Promise<string>;
};
/** The second parameter of `fetch`. */
type RequestOptions = typeof globalThis extends {
	fetch: (input: never, options?: infer Options) => unknown;
} ? NonNullable<Options> : {
	method?: string;
	headers?: Record<string, string>;
	body?: unknown;
	signal?: unknown;
};
type Fetch = (url: string, options?: RequestOptions) => Promise<PlatformResponse>;
/** What Quad needs of a WebSocket. */
type Socket = {
	onmessage: unknown;
	onclose: unknown;
	onerror: unknown;
	send(text: string): void;
	close(): void;
};

/** The envelope of a refusal. `message` is for people, in the language of the request; `code` is for programs. */
type Failure<Code extends ErrorCode = ErrorCode> = {
	success: false;
	message: string;
	code: Code;
	/** What is wrong with which field of the request. */
	errors?: {
		field: string;
		message: string;
	}[];
	meta?: {
		/** Of `CONTENT_POLICY_VIOLATION`: what the policy objects to, in the text that was sent. */
		matches?: {
			field: string;
			start: number;
			end: number;
		}[];
		/** Of `PROOF_OF_WORK_REQUIRED`: what to solve before the request is repeated. */
		challenge?: unknown;
		/** Of `INTERNAL`: by which the operator finds it in the log. */
		requestId?: string;
		[more: string]: unknown;
	};
};
type Answer<Success, Code extends ErrorCode> = {
	status: number;
	response: PlatformResponse;
} & ({
	data: Success;
	error: null;
} | {
	data: null;
	error: {
		status: ErrorStatus;
		value: Failure<Code>;
	};
});
/** A leaf of the tree of paths: one method of one path. `success` is the body of a response that is no refusal. */
type Route = {
	body: unknown;
	query: unknown;
	success: unknown;
};
type Nothing = Record<never, never>;
type CallOptions = {
	headers?: Record<string, string>;
	fetch?: RequestOptions;
};
type WithQuery<Query> = Nothing extends Query ? CallOptions & {
	query?: Query;
} : CallOptions & {
	query: Query;
};
type OptionsFor<Query> = Nothing extends Query ? [options?: WithQuery<Query>] : [options: WithQuery<Query>];
type WithBody<Body, Query> = Nothing extends Query ? Nothing extends Body ? [body?: Body | null, options?: WithQuery<Query>] : [body: Body, options?: WithQuery<Query>] : [body: Body, options: WithQuery<Query>];
type CodesAt<Place> = Place extends keyof Refusals ? Refusals[Place] : ErrorCode;
type Call<Method, Each extends Route, Path extends string> = (...parameters: Method extends 'get' ? OptionsFor<Each['query']> : WithBody<Each['body'], Each['query']>) => Promise<Answer<Each['success'], CodesAt<`${Uppercase<Method & string>} ${Path}`>>>;
type Endpoints<Tree, Path extends string = ''> = {
	[Key in keyof Tree as Key extends `:${string}` ? never : Key]: Tree[Key] extends Route ? Call<Key, Tree[Key], Path> : Endpoints<Tree[Key], `${Path}/${Key & string}`>;
} & ByParameter<Tree, Extract<keyof Tree, `:${string}`>, Path>;
type ByParameter<Tree, Key extends string & keyof Tree, Path extends string> = [Key] extends [never] ? unknown : (params: {
	[Name in Key as Name extends `:${infer Plain}` ? Plain : never]: string | number;
}) => Endpoints<Tree[Key], `${Path}/${Key}`>;
/** The endpoints of Quad: `api.posts({ id }).get()`, `api.posts.post({ title, content, topic })`. */
type Api = Endpoints<Routes>;
type ApiOptions = {
	/** Sends the requests; the platform's `fetch` without. */
	fetch?: Fetch;
	/** More headers of each request, asked for each time. */
	headers?: () => Record<string, string>;
};
/**
 * The endpoint of a path in which a method's name stands before the id, such as `/comments/post/:postId`: the client
 * takes `api.comments.post({ postId })` for a request.
 */
declare function endpointAt<Name extends 'post' | 'delete', Parent extends {
	[Key in Name]: (params: Params) => unknown;
}, Params extends Record<string, string | number>>(parent: Parent, name: Name, params: Params): ReturnType<Parent[Name]>;
/** The `data` of a successful response of an endpoint: `Data<typeof quad.api.posts.get>`. */
type Data<Endpoint extends (...parameters: never[]) => Promise<{
	data: unknown;
}>> = Extract<Awaited<ReturnType<Endpoint>>['data'], {
	success: true;
	data: unknown;
}>['data'];

/** What a client without cookies holds. `obtainedAt` is in milliseconds since 1970, by the client's clock. */
type Tokens = {
	accessToken: string;
	refreshToken: string;
	obtainedAt: number;
};
/** Where tokens are kept. Without a store of your own they are in memory, and gone with the page or process. */
type TokenStore = {
	read(): Tokens | undefined | Promise<Tokens | undefined>;
	write(tokens: Tokens | undefined): void | Promise<void>;
};
type BearerOptions = {
	origin: string;
	fetch: Fetch;
	store: TokenStore;
	onSignedOut: () => void;
};

type LiveListeners = {
	/**
	 * The socket is connected. `again` after a reconnect, when messages may have been missed; `notifications` tells
	 * whether this Quad sends live updates at all.
	 */
	onReady?: (state: {
		again: boolean;
		userId: string;
		notifications: boolean;
	}) => void;
	onMessage?: (message: LiveMessage) => void;
	/** The session is over, and the socket stopped. */
	onEnd?: () => void;
};
type LiveMessage = Exclude<ServerMessage, {
	type: 'ready' | 'pong';
}>;
type SocketOptions = LiveListeners & {
	open: () => Socket;
	/** Checks the session, because a refused socket does not say why; undefined if the server does not respond. */
	isSessionValid: () => Promise<boolean | undefined>;
	/** Whether every attempt begins with that check, which then brings what `open` needs. */
	checksFirst?: boolean;
};
/** A WebSocket that reconnects until it is stopped or the session is over. */
declare class LiveSocket {
	#private;
	constructor(options: SocketOptions);
	/** Connects, at once if it was waiting to retry. */
	start(): void;
	stop(): void;
	/** For a change of network, after which an open socket may be dead without an event. */
	renew(): void;
	/** Subscribes to what happens to a post, now or as soon as there is a connection, and again after each reconnect. */
	subscribe(postId: string): void;
	unsubscribe(postId: string): void;
	/** For moderators: subscribes to what happens in the report queue, also after each reconnect. */
	watchQueue(): void;
}

type Versions = {
	client: string;
	server: string;
};

type QuadOptions = ApiOptions & {
	/**
	 * How the server knows who asks. `tokens` (the default) works everywhere: in a page of any origin that the server
	 * trusts, in Node, in an app. `cookies` is for pages of the server's own site.
	 */
	session?: 'tokens' | 'cookies';
	/** Where tokens are kept; in memory without. */
	tokenStore?: TokenStore;
	/** The language of messages for people, of refusals for example. */
	language?: 'en' | 'hi' | (() => string);
	/** For a runtime without a `WebSocket`, such as Node 20: that of a package. */
	WebSocket?: new (url: string) => Socket;
	/** The session ended elsewhere, or its tokens are used up: ask people to sign in. */
	onSignedOut?: () => void;
	/** The server is of another major version than this package; a warning on the console without. */
	onVersionMismatch?: (versions: Versions) => void;
};
type Post = Data<Api['posts']['get']>['posts'][number];
type Comment = Data<ReturnType<Api['comments']>['get']>['comment'];
type Notification = Extract<ServerMessage, {
	type: 'notification';
}>['notification'];
/** Whoever is signed in. */
type Me = Data<Api['auth']['me']['get']>['user'];
/** A client of one Quad. */
type Quad = {
	readonly api: Api;
	/** Signs in with a password, and keeps the tokens where the session needs them. */
	signIn(credentials: {
		email: string;
		password: string;
	}): ReturnType<Api['auth']['login']['post']>;
	signOut(): ReturnType<Api['auth']['logout']['post']>;
	/** Connects to live updates, until the socket's `stop()`. */
	connect(listeners?: LiveListeners): LiveSocket;
};
/** A client of the Quad at `origin`, such as `https://campus.example`. */
declare function createQuad(origin: string, options?: QuadOptions): Quad;

export { endpointAt, createQuad, type Api, type ApiOptions, type Data, type Failure, type Fetch, type PlatformResponse, type RequestOptions, type Socket, type Tokens, type TokenStore, type LiveListeners, type LiveMessage, type LiveSocket, type Versions, type Quad, type QuadOptions, type Comment, type Me, type Notification, type Post, type ClientMessage, type ErrorCode, type ErrorStatus, type Refusals, type Routes, type ServerMessage };
