"use strict";(()=>{var ps=Object.defineProperty;var fs=(t,e)=>{for(var n in e)ps(t,n,{get:e[n],enumerable:!0})};var Jt={};fs(Jt,{ArtMethod:()=>Mt,ArtStackVisitor:()=>Nn,DVM_JNI_ENV_OFFSET_SELF:()=>$r,HandleVector:()=>st,VariableSizedHandleScope:()=>at,backtrace:()=>$n,deoptimizeBootImage:()=>Wn,deoptimizeEverything:()=>qn,deoptimizeMethod:()=>Zn,ensureClassInitialized:()=>Ri,getAndroidApiLevel:()=>ee,getAndroidVersion:()=>it,getApi:()=>V,getArtApexVersion:()=>Fn,getArtClassSpec:()=>Jn,getArtFieldSpec:()=>Ft,getArtMethodSpec:()=>he,getArtThreadFromEnv:()=>Dt,getArtThreadSpec:()=>Be,makeArtClassLoaderVisitor:()=>Gn,makeArtClassVisitor:()=>Vn,makeMethodMangler:()=>Nl,makeObjectVisitorPredicate:()=>Qn,revertGlobalPatches:()=>Hn,translateMethod:()=>Al,withAllArtThreadsSuspended:()=>zn,withRunnableArtThread:()=>ge});var{pageSize:Kt,pointerSize:hs}=Process,Qt=class{constructor(e){this.sliceSize=e,this.slicesPerPage=Kt/e,this.pages=[],this.free=[]}allocateSlice(e,n){let r=e.near===void 0,o=n===1;if(r&&o){let s=this.free.pop();if(s!==void 0)return s}else if(n<Kt){let{free:s}=this,a=s.length,l=o?null:ptr(n-1);for(let i=0;i!==a;i++){let c=s[i],d=r||this._isSliceNear(c,e),f=o||c.and(l).isNull();if(d&&f)return s.splice(i,1)[0]}}return this._allocatePage(e)}_allocatePage(e){let n=Memory.alloc(Kt,e),{sliceSize:r,slicesPerPage:o}=this;for(let s=1;s!==o;s++){let a=n.add(s*r);this.free.push(a)}return this.pages.push(n),n}_isSliceNear(e,n){let r=e.add(this.sliceSize),{near:o,maxDistance:s}=n,a=wr(o.sub(e)),l=wr(o.sub(r));return a.compare(s)<=0&&l.compare(s)<=0}freeSlice(e){this.free.push(e)}};function wr(t){let e=hs===4?31:63,n=ptr(1).shl(e).not();return t.and(n)}function Yt(t){return new Qt(t)}function de(t,e){if(e!==0)throw new Error(t+" failed: "+e)}var Et={v1_0:805371904,v1_2:805372416},St={canTagObjects:1},{pointerSize:_s}=Process,ms={exceptions:"propagate"};function Ce(t,e){this.handle=t,this.vm=e,this.vtable=t.readPointer()}Ce.prototype.deallocate=Xe(47,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});Ce.prototype.getLoadedClasses=Xe(78,"int32",["pointer","pointer","pointer"],function(t,e,n){let r=t(this.handle,e,n);de("EnvJvmti::getLoadedClasses",r)});Ce.prototype.iterateOverInstancesOfClass=Xe(112,"int32",["pointer","pointer","int","pointer","pointer"],function(t,e,n,r,o){let s=t(this.handle,e,n,r,o);de("EnvJvmti::iterateOverInstancesOfClass",s)});Ce.prototype.getObjectsWithTags=Xe(114,"int32",["pointer","int","pointer","pointer","pointer","pointer"],function(t,e,n,r,o,s){let a=t(this.handle,e,n,r,o,s);de("EnvJvmti::getObjectsWithTags",a)});Ce.prototype.addCapabilities=Xe(142,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});function Xe(t,e,n,r){let o=null;return function(){o===null&&(o=new NativeFunction(this.vtable.add((t-1)*_s).readPointer(),e,n,ms));let s=[o];return s=s.concat.apply(s,arguments),r.apply(this,s)}}function Le(t,e,{limit:n}){let r=t,o=null;for(let s=0;s!==n;s++){let a=Instruction.parse(r),l=e(a,o);if(l!==null)return l;r=a.next,o=a}return null}function le(t){let e=null,n=!1;return function(...r){return n||(e=t(...r),n=!0),e}}function b(t,e){this.handle=t,this.vm=e}var wt=Process.pointerSize,Ae=2,gs=28,bs=34,vs=37,ys=40,Es=43,Ss=46,ws=49,ks=52,Is=55,Cs=58,Ls=61,Ts=64,Ns=67,As=70,Ms=73,Os=76,js=79,xs=82,Ps=85,Rs=88,Fs=91,Ds=114,Js=117,Us=120,zs=123,Vs=126,Gs=129,$s=132,Hs=135,Bs=138,Zs=141,qs=95,Ws=96,Ks=97,Qs=98,Ys=99,Xs=100,ea=101,ta=102,na=103,ra=104,oa=105,sa=106,aa=107,ia=108,la=109,ca=110,da=111,ua=112,pa=145,fa=146,ha=147,_a=148,ma=149,ga=150,ba=151,va=152,ya=153,Ea=154,Sa=155,wa=156,ka=157,Ia=158,Ca=159,La=160,Ta=161,Na=162,Aa={pointer:bs,uint8:vs,int8:ys,uint16:Es,int16:Ss,int32:ws,int64:ks,float:Is,double:Cs,void:Ls},Ma={pointer:Ts,uint8:Ns,int8:As,uint16:Ms,int16:Os,int32:js,int64:xs,float:Ps,double:Rs,void:Fs},Oa={pointer:Ds,uint8:Js,int8:Us,uint16:zs,int16:Vs,int32:Gs,int64:$s,float:Hs,double:Bs,void:Zs},ja={pointer:qs,uint8:Ws,int8:Ks,uint16:Qs,int16:Ys,int32:Xs,int64:ea,float:ta,double:na},xa={pointer:ra,uint8:oa,int8:sa,uint16:aa,int16:ia,int32:la,int64:ca,float:da,double:ua},Pa={pointer:pa,uint8:fa,int8:ha,uint16:_a,int16:ma,int32:ga,int64:ba,float:va,double:ya},Ra={pointer:Ea,uint8:Sa,int8:wa,uint16:ka,int16:Ia,int32:Ca,int64:La,float:Ta,double:Na},Ir={exceptions:"propagate"},Xt=null,un=[];b.dispose=function(t){un.forEach(t.deleteGlobalRef,t),un=[]};function Re(t){return un.push(t),t}function kt(t){return Xt===null&&(Xt=t.handle.readPointer()),Xt}function T(t,e,n,r){let o=null;return function(){o===null&&(o=new NativeFunction(kt(this).add(t*wt).readPointer(),e,n,Ir));let s=[o];return s=s.concat.apply(s,arguments),r.apply(this,s)}}b.prototype.getVersion=T(4,"int32",["pointer"],function(t){return t(this.handle)});b.prototype.findClass=T(6,"pointer",["pointer","pointer"],function(t,e){let n=t(this.handle,Memory.allocUtf8String(e));return this.throwIfExceptionPending(),n});b.prototype.throwIfExceptionPending=function(){let t=this.exceptionOccurred();if(t.isNull())return;this.exceptionClear();let e=this.newGlobalRef(t);this.deleteLocalRef(t);let n=this.vaMethod("pointer",[])(this.handle,e,this.javaLangObject().toString),r=this.stringFromJni(n);this.deleteLocalRef(n);let o=new Error(r);throw o.$h=e,Script.bindWeak(o,Fa(this.vm,e)),o};function Fa(t,e){return function(){t.perform(n=>{n.deleteGlobalRef(e)})}}b.prototype.fromReflectedMethod=T(7,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.fromReflectedField=T(8,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.toReflectedMethod=T(9,"pointer",["pointer","pointer","pointer","uint8"],function(t,e,n,r){return t(this.handle,e,n,r)});b.prototype.getSuperclass=T(10,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.isAssignableFrom=T(11,"uint8",["pointer","pointer","pointer"],function(t,e,n){return!!t(this.handle,e,n)});b.prototype.toReflectedField=T(12,"pointer",["pointer","pointer","pointer","uint8"],function(t,e,n,r){return t(this.handle,e,n,r)});b.prototype.throw=T(13,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.exceptionOccurred=T(15,"pointer",["pointer"],function(t){return t(this.handle)});b.prototype.exceptionDescribe=T(16,"void",["pointer"],function(t){t(this.handle)});b.prototype.exceptionClear=T(17,"void",["pointer"],function(t){t(this.handle)});b.prototype.pushLocalFrame=T(19,"int32",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.popLocalFrame=T(20,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.newGlobalRef=T(21,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.deleteGlobalRef=T(22,"void",["pointer","pointer"],function(t,e){t(this.handle,e)});b.prototype.deleteLocalRef=T(23,"void",["pointer","pointer"],function(t,e){t(this.handle,e)});b.prototype.isSameObject=T(24,"uint8",["pointer","pointer","pointer"],function(t,e,n){return!!t(this.handle,e,n)});b.prototype.newLocalRef=T(25,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.allocObject=T(27,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.getObjectClass=T(31,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.isInstanceOf=T(32,"uint8",["pointer","pointer","pointer"],function(t,e,n){return!!t(this.handle,e,n)});b.prototype.getMethodId=T(33,"pointer",["pointer","pointer","pointer","pointer"],function(t,e,n,r){return t(this.handle,e,Memory.allocUtf8String(n),Memory.allocUtf8String(r))});b.prototype.getFieldId=T(94,"pointer",["pointer","pointer","pointer","pointer"],function(t,e,n,r){return t(this.handle,e,Memory.allocUtf8String(n),Memory.allocUtf8String(r))});b.prototype.getIntField=T(100,"int32",["pointer","pointer","pointer"],function(t,e,n){return t(this.handle,e,n)});b.prototype.getStaticMethodId=T(113,"pointer",["pointer","pointer","pointer","pointer"],function(t,e,n,r){return t(this.handle,e,Memory.allocUtf8String(n),Memory.allocUtf8String(r))});b.prototype.getStaticFieldId=T(144,"pointer",["pointer","pointer","pointer","pointer"],function(t,e,n,r){return t(this.handle,e,Memory.allocUtf8String(n),Memory.allocUtf8String(r))});b.prototype.getStaticIntField=T(150,"int32",["pointer","pointer","pointer"],function(t,e,n){return t(this.handle,e,n)});b.prototype.getStringLength=T(164,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.getStringChars=T(165,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.releaseStringChars=T(166,"void",["pointer","pointer","pointer"],function(t,e,n){t(this.handle,e,n)});b.prototype.newStringUtf=T(167,"pointer",["pointer","pointer"],function(t,e){let n=Memory.allocUtf8String(e);return t(this.handle,n)});b.prototype.getStringUtfChars=T(169,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.releaseStringUtfChars=T(170,"void",["pointer","pointer","pointer"],function(t,e,n){t(this.handle,e,n)});b.prototype.getArrayLength=T(171,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.newObjectArray=T(172,"pointer",["pointer","int32","pointer","pointer"],function(t,e,n,r){return t(this.handle,e,n,r)});b.prototype.getObjectArrayElement=T(173,"pointer",["pointer","pointer","int32"],function(t,e,n){return t(this.handle,e,n)});b.prototype.setObjectArrayElement=T(174,"void",["pointer","pointer","int32","pointer"],function(t,e,n,r){t(this.handle,e,n,r)});b.prototype.newBooleanArray=T(175,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newByteArray=T(176,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newCharArray=T(177,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newShortArray=T(178,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newIntArray=T(179,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newLongArray=T(180,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newFloatArray=T(181,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.newDoubleArray=T(182,"pointer",["pointer","int32"],function(t,e){return t(this.handle,e)});b.prototype.getBooleanArrayElements=T(183,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getByteArrayElements=T(184,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getCharArrayElements=T(185,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getShortArrayElements=T(186,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getIntArrayElements=T(187,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getLongArrayElements=T(188,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getFloatArrayElements=T(189,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.getDoubleArrayElements=T(190,"pointer",["pointer","pointer","pointer"],function(t,e){return t(this.handle,e,NULL)});b.prototype.releaseBooleanArrayElements=T(191,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseByteArrayElements=T(192,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseCharArrayElements=T(193,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseShortArrayElements=T(194,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseIntArrayElements=T(195,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseLongArrayElements=T(196,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseFloatArrayElements=T(197,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.releaseDoubleArrayElements=T(198,"pointer",["pointer","pointer","pointer","int32"],function(t,e,n){t(this.handle,e,n,Ae)});b.prototype.getByteArrayRegion=T(200,"void",["pointer","pointer","int","int","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setBooleanArrayRegion=T(207,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setByteArrayRegion=T(208,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setCharArrayRegion=T(209,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setShortArrayRegion=T(210,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setIntArrayRegion=T(211,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setLongArrayRegion=T(212,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setFloatArrayRegion=T(213,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.setDoubleArrayRegion=T(214,"void",["pointer","pointer","int32","int32","pointer"],function(t,e,n,r,o){t(this.handle,e,n,r,o)});b.prototype.registerNatives=T(215,"int32",["pointer","pointer","pointer","int32"],function(t,e,n,r){return t(this.handle,e,n,r)});b.prototype.monitorEnter=T(217,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.monitorExit=T(218,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.getDirectBufferAddress=T(230,"pointer",["pointer","pointer"],function(t,e){return t(this.handle,e)});b.prototype.getObjectRefType=T(232,"int32",["pointer","pointer"],function(t,e){return t(this.handle,e)});var kr=new Map;function It(t,e,n,r){return fn(this,"p",Ja,t,e,n,r)}function pn(t,e,n,r){return fn(this,"v",Ua,t,e,n,r)}function Da(t,e,n,r){return fn(this,"n",za,t,e,n,r)}function fn(t,e,n,r,o,s,a){if(a!==void 0)return n(t,r,o,s,a);let l=[r,e,o].concat(s).join("|"),i=kr.get(l);return i===void 0&&(i=n(t,r,o,s,Ir),kr.set(l,i)),i}function Ja(t,e,n,r,o){return new NativeFunction(kt(t).add(e*wt).readPointer(),n,["pointer","pointer","pointer"].concat(r),o)}function Ua(t,e,n,r,o){return new NativeFunction(kt(t).add(e*wt).readPointer(),n,["pointer","pointer","pointer","..."].concat(r),o)}function za(t,e,n,r,o){return new NativeFunction(kt(t).add(e*wt).readPointer(),n,["pointer","pointer","pointer","pointer","..."].concat(r),o)}b.prototype.constructor=function(t,e){return pn.call(this,gs,"pointer",t,e)};b.prototype.vaMethod=function(t,e,n){let r=Aa[t];if(r===void 0)throw new Error("Unsupported type: "+t);return pn.call(this,r,t,e,n)};b.prototype.nonvirtualVaMethod=function(t,e,n){let r=Ma[t];if(r===void 0)throw new Error("Unsupported type: "+t);return Da.call(this,r,t,e,n)};b.prototype.staticVaMethod=function(t,e,n){let r=Oa[t];if(r===void 0)throw new Error("Unsupported type: "+t);return pn.call(this,r,t,e,n)};b.prototype.getField=function(t){let e=ja[t];if(e===void 0)throw new Error("Unsupported type: "+t);return It.call(this,e,t,[])};b.prototype.getStaticField=function(t){let e=Pa[t];if(e===void 0)throw new Error("Unsupported type: "+t);return It.call(this,e,t,[])};b.prototype.setField=function(t){let e=xa[t];if(e===void 0)throw new Error("Unsupported type: "+t);return It.call(this,e,"void",[t])};b.prototype.setStaticField=function(t){let e=Ra[t];if(e===void 0)throw new Error("Unsupported type: "+t);return It.call(this,e,"void",[t])};var en=null;b.prototype.javaLangClass=function(){if(en===null){let t=this.findClass("java/lang/Class");try{let e=this.getMethodId.bind(this,t);en={handle:Re(this.newGlobalRef(t)),getName:e("getName","()Ljava/lang/String;"),getSimpleName:e("getSimpleName","()Ljava/lang/String;"),getGenericSuperclass:e("getGenericSuperclass","()Ljava/lang/reflect/Type;"),getDeclaredConstructors:e("getDeclaredConstructors","()[Ljava/lang/reflect/Constructor;"),getDeclaredMethods:e("getDeclaredMethods","()[Ljava/lang/reflect/Method;"),getDeclaredFields:e("getDeclaredFields","()[Ljava/lang/reflect/Field;"),isArray:e("isArray","()Z"),isPrimitive:e("isPrimitive","()Z"),isInterface:e("isInterface","()Z"),getComponentType:e("getComponentType","()Ljava/lang/Class;")}}finally{this.deleteLocalRef(t)}}return en};var tn=null;b.prototype.javaLangObject=function(){if(tn===null){let t=this.findClass("java/lang/Object");try{let e=this.getMethodId.bind(this,t);tn={handle:Re(this.newGlobalRef(t)),toString:e("toString","()Ljava/lang/String;"),getClass:e("getClass","()Ljava/lang/Class;")}}finally{this.deleteLocalRef(t)}}return tn};var nn=null;b.prototype.javaLangReflectConstructor=function(){if(nn===null){let t=this.findClass("java/lang/reflect/Constructor");try{nn={getGenericParameterTypes:this.getMethodId(t,"getGenericParameterTypes","()[Ljava/lang/reflect/Type;")}}finally{this.deleteLocalRef(t)}}return nn};var rn=null;b.prototype.javaLangReflectMethod=function(){if(rn===null){let t=this.findClass("java/lang/reflect/Method");try{let e=this.getMethodId.bind(this,t);rn={getName:e("getName","()Ljava/lang/String;"),getGenericParameterTypes:e("getGenericParameterTypes","()[Ljava/lang/reflect/Type;"),getParameterTypes:e("getParameterTypes","()[Ljava/lang/Class;"),getGenericReturnType:e("getGenericReturnType","()Ljava/lang/reflect/Type;"),getGenericExceptionTypes:e("getGenericExceptionTypes","()[Ljava/lang/reflect/Type;"),getModifiers:e("getModifiers","()I"),isVarArgs:e("isVarArgs","()Z")}}finally{this.deleteLocalRef(t)}}return rn};var on=null;b.prototype.javaLangReflectField=function(){if(on===null){let t=this.findClass("java/lang/reflect/Field");try{let e=this.getMethodId.bind(this,t);on={getName:e("getName","()Ljava/lang/String;"),getType:e("getType","()Ljava/lang/Class;"),getGenericType:e("getGenericType","()Ljava/lang/reflect/Type;"),getModifiers:e("getModifiers","()I"),toString:e("toString","()Ljava/lang/String;")}}finally{this.deleteLocalRef(t)}}return on};var sn=null;b.prototype.javaLangReflectTypeVariable=function(){if(sn===null){let t=this.findClass("java/lang/reflect/TypeVariable");try{let e=this.getMethodId.bind(this,t);sn={handle:Re(this.newGlobalRef(t)),getName:e("getName","()Ljava/lang/String;"),getBounds:e("getBounds","()[Ljava/lang/reflect/Type;"),getGenericDeclaration:e("getGenericDeclaration","()Ljava/lang/reflect/GenericDeclaration;")}}finally{this.deleteLocalRef(t)}}return sn};var an=null;b.prototype.javaLangReflectWildcardType=function(){if(an===null){let t=this.findClass("java/lang/reflect/WildcardType");try{let e=this.getMethodId.bind(this,t);an={handle:Re(this.newGlobalRef(t)),getLowerBounds:e("getLowerBounds","()[Ljava/lang/reflect/Type;"),getUpperBounds:e("getUpperBounds","()[Ljava/lang/reflect/Type;")}}finally{this.deleteLocalRef(t)}}return an};var ln=null;b.prototype.javaLangReflectGenericArrayType=function(){if(ln===null){let t=this.findClass("java/lang/reflect/GenericArrayType");try{ln={handle:Re(this.newGlobalRef(t)),getGenericComponentType:this.getMethodId(t,"getGenericComponentType","()Ljava/lang/reflect/Type;")}}finally{this.deleteLocalRef(t)}}return ln};var cn=null;b.prototype.javaLangReflectParameterizedType=function(){if(cn===null){let t=this.findClass("java/lang/reflect/ParameterizedType");try{let e=this.getMethodId.bind(this,t);cn={handle:Re(this.newGlobalRef(t)),getActualTypeArguments:e("getActualTypeArguments","()[Ljava/lang/reflect/Type;"),getRawType:e("getRawType","()Ljava/lang/reflect/Type;"),getOwnerType:e("getOwnerType","()Ljava/lang/reflect/Type;")}}finally{this.deleteLocalRef(t)}}return cn};var dn=null;b.prototype.javaLangString=function(){if(dn===null){let t=this.findClass("java/lang/String");try{dn={handle:Re(this.newGlobalRef(t))}}finally{this.deleteLocalRef(t)}}return dn};b.prototype.getClassName=function(t){let e=this.vaMethod("pointer",[])(this.handle,t,this.javaLangClass().getName);try{return this.stringFromJni(e)}finally{this.deleteLocalRef(e)}};b.prototype.getObjectClassName=function(t){let e=this.getObjectClass(t);try{return this.getClassName(e)}finally{this.deleteLocalRef(e)}};b.prototype.getActualTypeArgument=function(t){let e=this.vaMethod("pointer",[])(this.handle,t,this.javaLangReflectParameterizedType().getActualTypeArguments);if(this.throwIfExceptionPending(),!e.isNull())try{return this.getTypeNameFromFirstTypeElement(e)}finally{this.deleteLocalRef(e)}};b.prototype.getTypeNameFromFirstTypeElement=function(t){if(this.getArrayLength(t)>0){let n=this.getObjectArrayElement(t,0);try{return this.getTypeName(n)}finally{this.deleteLocalRef(n)}}else return"java.lang.Object"};b.prototype.getTypeName=function(t,e){let n=this.vaMethod("pointer",[]);if(this.isInstanceOf(t,this.javaLangClass().handle))return this.getClassName(t);if(this.isInstanceOf(t,this.javaLangReflectGenericArrayType().handle))return this.getArrayTypeName(t);if(this.isInstanceOf(t,this.javaLangReflectParameterizedType().handle)){let r=n(this.handle,t,this.javaLangReflectParameterizedType().getRawType);this.throwIfExceptionPending();let o;try{o=this.getTypeName(r)}finally{this.deleteLocalRef(r)}return e&&(o+="<"+this.getActualTypeArgument(t)+">"),o}else return this.isInstanceOf(t,this.javaLangReflectTypeVariable().handle)||this.isInstanceOf(t,this.javaLangReflectWildcardType().handle),"java.lang.Object"};b.prototype.getArrayTypeName=function(t){let e=this.vaMethod("pointer",[]);if(this.isInstanceOf(t,this.javaLangClass().handle))return this.getClassName(t);if(this.isInstanceOf(t,this.javaLangReflectGenericArrayType().handle)){let n=e(this.handle,t,this.javaLangReflectGenericArrayType().getGenericComponentType);this.throwIfExceptionPending();try{return"[L"+this.getTypeName(n)+";"}finally{this.deleteLocalRef(n)}}else return"[Ljava.lang.Object;"};b.prototype.stringFromJni=function(t){let e=this.getStringChars(t);if(e.isNull())throw new Error("Unable to access string");try{let n=this.getStringLength(t);return e.readUtf16String(n)}finally{this.releaseStringChars(t,e)}};var Cr=65542,$e=Process.pointerSize,hn=Process.getCurrentThreadId(),Fe=new Map,et=new Map;function Se(t){let e=t.vm,n=null,r=null,o=null;function s(){let l=e.readPointer(),i={exceptions:"propagate"};n=new NativeFunction(l.add(4*$e).readPointer(),"int32",["pointer","pointer","pointer"],i),r=new NativeFunction(l.add(5*$e).readPointer(),"int32",["pointer"],i),o=new NativeFunction(l.add(6*$e).readPointer(),"int32",["pointer","pointer","int32"],i)}this.handle=e,this.perform=function(l){let i=Process.getCurrentThreadId(),c=a(i);if(c!==null)return l(c);let d=this._tryGetEnv(),f=d!==null;f||(d=this.attachCurrentThread(),Fe.set(i,!0)),this.link(i,d);try{return l(d)}finally{let p=i===hn;if(p||this.unlink(i),!f&&!p){let u=Fe.get(i);Fe.delete(i),u&&this.detachCurrentThread()}}},this.attachCurrentThread=function(){let l=Memory.alloc($e);return de("VM::AttachCurrentThread",n(e,l,NULL)),new b(l.readPointer(),this)},this.detachCurrentThread=function(){de("VM::DetachCurrentThread",r(e))},this.preventDetachDueToClassLoader=function(){let l=Process.getCurrentThreadId();Fe.has(l)&&Fe.set(l,!1)},this.getEnv=function(){let l=a(Process.getCurrentThreadId());if(l!==null)return l;let i=Memory.alloc($e),c=o(e,i,Cr);if(c===-2)throw new Error("Current thread is not attached to the Java VM; please move this code inside a Java.perform() callback");return de("VM::GetEnv",c),new b(i.readPointer(),this)},this.tryGetEnv=function(){let l=a(Process.getCurrentThreadId());return l!==null?l:this._tryGetEnv()},this._tryGetEnv=function(){let l=this.tryGetEnvHandle(Cr);return l===null?null:new b(l,this)},this.tryGetEnvHandle=function(l){let i=Memory.alloc($e);return o(e,i,l)!==0?null:i.readPointer()},this.makeHandleDestructor=function(l){return()=>{this.perform(i=>{i.deleteGlobalRef(l)})}},this.link=function(l,i){let c=et.get(l);c===void 0?et.set(l,[i,1]):c[1]++},this.unlink=function(l){let i=et.get(l);i[1]===1?et.delete(l):i[1]--};function a(l){let i=et.get(l);return i===void 0?null:i[0]}s.call(this)}Se.dispose=function(t){Fe.get(hn)===!0&&(Fe.delete(hn),t.detachCurrentThread())};var Va=4,y=Process.pointerSize,{readU32:Ga,readPointer:$a,writeU32:Ha,writePointer:Ba}=NativePointer.prototype,Za=1,qa=8,Wa=16,Nt=256,Ka=524288,Qa=2097152,Gr=1073741824,Ya=524288,Xa=134217728,Lr=1048576,ei=2097152,ti=268435456,ni=268435456,ri=0,In=3,Cn=5,Rn=ptr(1).not(),oi=2147467263,si=4294963200,Rt=17*y,ai=18*y,$r=12,ii=112,li=116,ci=0,mn=56,Tr=4,di=8,ui=10,pi=12,fi=14,hi=28,_i=36,mi=0,gi=1,bi=2,vi=3,yi=4,Ei=5,Si=6,wi=7,Nr=2147483648,ki=28,ot=3*y,Ii=3*y,Ci=1,Li=1,Hr=le(Di),Ti=le(Qi),he=le(Xi),Be=le(el),Ni=le(tl),Ai=le(dl),it=le(sl),Br=le(al),ee=le(il),Fn=le(ll),Mi=le(hl),Oi=Process.arch==="ia32"?ec:Xl,q={exceptions:"propagate"},tt={},gn=null,bn=null,Zr=null,oe=null,Dn=[],At=new Map,qr=[],vn=null,Ar=0,Mr=!1,Or=!1,nt=null,ji=[],yn=null,Ct=null;function V(){return gn===null&&(gn=xi()),gn}function xi(){let t=Process.enumerateModules().filter(u=>/^lib(art|dvm).so$/.test(u.name)).filter(u=>!/\/system\/fake-libs/.test(u.path));if(t.length===0)return null;let e=t[0],n=e.name.indexOf("art")!==-1?"art":"dalvik",r=n==="art",o={module:e,find(u){let{module:_}=this,h=_.findExportByName(u);return h===null&&(h=_.findSymbolByName(u)),h},flavor:n,addLocalReference:null};o.isApiLevel34OrApexEquivalent=r&&(o.find("_ZN3art7AppInfo29GetPrimaryApkReferenceProfileEv")!==null||o.find("_ZN3art6Thread15RunFlipFunctionEPS0_")!==null);let s=r?{functions:{JNI_GetCreatedJavaVMs:["JNI_GetCreatedJavaVMs","int",["pointer","int","pointer"]],artInterpreterToCompiledCodeBridge:function(u){this.artInterpreterToCompiledCodeBridge=u},_ZN3art9JavaVMExt12AddGlobalRefEPNS_6ThreadENS_6ObjPtrINS_6mirror6ObjectEEE:["art::JavaVMExt::AddGlobalRef","pointer",["pointer","pointer","pointer"]],_ZN3art9JavaVMExt12AddGlobalRefEPNS_6ThreadEPNS_6mirror6ObjectE:["art::JavaVMExt::AddGlobalRef","pointer",["pointer","pointer","pointer"]],_ZN3art17ReaderWriterMutex13ExclusiveLockEPNS_6ThreadE:["art::ReaderWriterMutex::ExclusiveLock","void",["pointer","pointer"]],_ZN3art17ReaderWriterMutex15ExclusiveUnlockEPNS_6ThreadE:["art::ReaderWriterMutex::ExclusiveUnlock","void",["pointer","pointer"]],_ZN3art22IndirectReferenceTable3AddEjPNS_6mirror6ObjectE:function(u){this["art::IndirectReferenceTable::Add"]=new NativeFunction(u,"pointer",["pointer","uint","pointer"],q)},_ZN3art22IndirectReferenceTable3AddENS_15IRTSegmentStateENS_6ObjPtrINS_6mirror6ObjectEEE:function(u){this["art::IndirectReferenceTable::Add"]=new NativeFunction(u,"pointer",["pointer","uint","pointer"],q)},_ZN3art9JavaVMExt12DecodeGlobalEPv:function(u){let _;ee()>=26?_=Oi(u,["pointer","pointer"]):_=new NativeFunction(u,"pointer",["pointer","pointer"],q),this["art::JavaVMExt::DecodeGlobal"]=function(h,m,g){return _(h,g)}},_ZN3art9JavaVMExt12DecodeGlobalEPNS_6ThreadEPv:["art::JavaVMExt::DecodeGlobal","pointer",["pointer","pointer","pointer"]],_ZNK3art6Thread19DecodeGlobalJObjectEP8_jobject:["art::Thread::DecodeJObject","pointer",["pointer","pointer"]],_ZNK3art6Thread13DecodeJObjectEP8_jobject:["art::Thread::DecodeJObject","pointer",["pointer","pointer"]],_ZN3art10ThreadList10SuspendAllEPKcb:["art::ThreadList::SuspendAll","void",["pointer","pointer","bool"]],_ZN3art10ThreadList10SuspendAllEv:function(u){let _=new NativeFunction(u,"void",["pointer"],q);this["art::ThreadList::SuspendAll"]=function(h,m,g){return _(h)}},_ZN3art10ThreadList9ResumeAllEv:["art::ThreadList::ResumeAll","void",["pointer"]],_ZN3art11ClassLinker12VisitClassesEPNS_12ClassVisitorE:["art::ClassLinker::VisitClasses","void",["pointer","pointer"]],_ZN3art11ClassLinker12VisitClassesEPFbPNS_6mirror5ClassEPvES4_:function(u){let _=new NativeFunction(u,"void",["pointer","pointer","pointer"],q);this["art::ClassLinker::VisitClasses"]=function(h,m){_(h,m,NULL)}},_ZNK3art11ClassLinker17VisitClassLoadersEPNS_18ClassLoaderVisitorE:["art::ClassLinker::VisitClassLoaders","void",["pointer","pointer"]],_ZN3art2gc4Heap12VisitObjectsEPFvPNS_6mirror6ObjectEPvES5_:["art::gc::Heap::VisitObjects","void",["pointer","pointer","pointer"]],_ZN3art2gc4Heap12GetInstancesERNS_24VariableSizedHandleScopeENS_6HandleINS_6mirror5ClassEEEiRNSt3__16vectorINS4_INS5_6ObjectEEENS8_9allocatorISB_EEEE:["art::gc::Heap::GetInstances","void",["pointer","pointer","pointer","int","pointer"]],_ZN3art2gc4Heap12GetInstancesERNS_24VariableSizedHandleScopeENS_6HandleINS_6mirror5ClassEEEbiRNSt3__16vectorINS4_INS5_6ObjectEEENS8_9allocatorISB_EEEE:function(u){let _=new NativeFunction(u,"void",["pointer","pointer","pointer","bool","int","pointer"],q);this["art::gc::Heap::GetInstances"]=function(h,m,g,v,k){_(h,m,g,0,v,k)}},_ZN3art12StackVisitorC2EPNS_6ThreadEPNS_7ContextENS0_13StackWalkKindEjb:["art::StackVisitor::StackVisitor","void",["pointer","pointer","pointer","uint","uint","bool"]],_ZN3art12StackVisitorC2EPNS_6ThreadEPNS_7ContextENS0_13StackWalkKindEmb:["art::StackVisitor::StackVisitor","void",["pointer","pointer","pointer","uint","size_t","bool"]],_ZN3art12StackVisitor9WalkStackILNS0_16CountTransitionsE0EEEvb:["art::StackVisitor::WalkStack","void",["pointer","bool"]],_ZNK3art12StackVisitor9GetMethodEv:["art::StackVisitor::GetMethod","pointer",["pointer"]],_ZNK3art12StackVisitor16DescribeLocationEv:function(u){this["art::StackVisitor::DescribeLocation"]=Tt(u,["pointer"])},_ZNK3art12StackVisitor24GetCurrentQuickFrameInfoEv:function(u){this["art::StackVisitor::GetCurrentQuickFrameInfo"]=fl(u)},_ZN3art7Context6CreateEv:["art::Context::Create","pointer",[]],_ZN3art6Thread18GetLongJumpContextEv:["art::Thread::GetLongJumpContext","pointer",["pointer"]],_ZN3art6mirror5Class13GetDescriptorEPNSt3__112basic_stringIcNS2_11char_traitsIcEENS2_9allocatorIcEEEE:function(u){this["art::mirror::Class::GetDescriptor"]=u},_ZN3art6mirror5Class11GetLocationEv:function(u){this["art::mirror::Class::GetLocation"]=Tt(u,["pointer"])},_ZN3art9ArtMethod12PrettyMethodEb:function(u){this["art::ArtMethod::PrettyMethod"]=Tt(u,["pointer","bool"])},_ZN3art12PrettyMethodEPNS_9ArtMethodEb:function(u){this["art::ArtMethod::PrettyMethodNullSafe"]=Tt(u,["pointer","bool"])},_ZN3art6Thread14CurrentFromGdbEv:["art::Thread::CurrentFromGdb","pointer",[]],_ZN3art6mirror6Object5CloneEPNS_6ThreadE:function(u){this["art::mirror::Object::Clone"]=new NativeFunction(u,"pointer",["pointer","pointer"],q)},_ZN3art6mirror6Object5CloneEPNS_6ThreadEm:function(u){let _=new NativeFunction(u,"pointer",["pointer","pointer","pointer"],q);this["art::mirror::Object::Clone"]=function(h,m){let g=NULL;return _(h,m,g)}},_ZN3art6mirror6Object5CloneEPNS_6ThreadEj:function(u){let _=new NativeFunction(u,"pointer",["pointer","pointer","uint"],q);this["art::mirror::Object::Clone"]=function(h,m){return _(h,m,0)}},_ZN3art3Dbg14SetJdwpAllowedEb:["art::Dbg::SetJdwpAllowed","void",["bool"]],_ZN3art3Dbg13ConfigureJdwpERKNS_4JDWP11JdwpOptionsE:["art::Dbg::ConfigureJdwp","void",["pointer"]],_ZN3art31InternalDebuggerControlCallback13StartDebuggerEv:["art::InternalDebuggerControlCallback::StartDebugger","void",["pointer"]],_ZN3art3Dbg9StartJdwpEv:["art::Dbg::StartJdwp","void",[]],_ZN3art3Dbg8GoActiveEv:["art::Dbg::GoActive","void",[]],_ZN3art3Dbg21RequestDeoptimizationERKNS_21DeoptimizationRequestE:["art::Dbg::RequestDeoptimization","void",["pointer"]],_ZN3art3Dbg20ManageDeoptimizationEv:["art::Dbg::ManageDeoptimization","void",[]],_ZN3art15instrumentation15Instrumentation20EnableDeoptimizationEv:["art::Instrumentation::EnableDeoptimization","void",["pointer"]],_ZN3art15instrumentation15Instrumentation20DeoptimizeEverythingEPKc:["art::Instrumentation::DeoptimizeEverything","void",["pointer","pointer"]],_ZN3art15instrumentation15Instrumentation20DeoptimizeEverythingEv:function(u){let _=new NativeFunction(u,"void",["pointer"],q);this["art::Instrumentation::DeoptimizeEverything"]=function(h,m){_(h)}},_ZN3art7Runtime19DeoptimizeBootImageEv:["art::Runtime::DeoptimizeBootImage","void",["pointer"]],_ZN3art15instrumentation15Instrumentation10DeoptimizeEPNS_9ArtMethodE:["art::Instrumentation::Deoptimize","void",["pointer","pointer"]],_ZN3art3jni12JniIdManager14DecodeMethodIdEP10_jmethodID:["art::jni::JniIdManager::DecodeMethodId","pointer",["pointer","pointer"]],_ZN3art3jni12JniIdManager13DecodeFieldIdEP9_jfieldID:["art::jni::JniIdManager::DecodeFieldId","pointer",["pointer","pointer"]],_ZN3art11interpreter18GetNterpEntryPointEv:["art::interpreter::GetNterpEntryPoint","pointer",[]],_ZN3art7Monitor17TranslateLocationEPNS_9ArtMethodEjPPKcPi:["art::Monitor::TranslateLocation","void",["pointer","uint32","pointer","pointer"]]},variables:{_ZN3art3Dbg9gRegistryE:function(u){this.isJdwpStarted=()=>!u.readPointer().isNull()},_ZN3art3Dbg15gDebuggerActiveE:function(u){this.isDebuggerActive=()=>!!u.readU8()}},optionals:new Set(["artInterpreterToCompiledCodeBridge","_ZN3art9JavaVMExt12AddGlobalRefEPNS_6ThreadENS_6ObjPtrINS_6mirror6ObjectEEE","_ZN3art9JavaVMExt12AddGlobalRefEPNS_6ThreadEPNS_6mirror6ObjectE","_ZN3art9JavaVMExt12DecodeGlobalEPv","_ZN3art9JavaVMExt12DecodeGlobalEPNS_6ThreadEPv","_ZNK3art6Thread19DecodeGlobalJObjectEP8_jobject","_ZNK3art6Thread13DecodeJObjectEP8_jobject","_ZN3art10ThreadList10SuspendAllEPKcb","_ZN3art10ThreadList10SuspendAllEv","_ZN3art11ClassLinker12VisitClassesEPNS_12ClassVisitorE","_ZN3art11ClassLinker12VisitClassesEPFbPNS_6mirror5ClassEPvES4_","_ZNK3art11ClassLinker17VisitClassLoadersEPNS_18ClassLoaderVisitorE","_ZN3art6mirror6Object5CloneEPNS_6ThreadE","_ZN3art6mirror6Object5CloneEPNS_6ThreadEm","_ZN3art6mirror6Object5CloneEPNS_6ThreadEj","_ZN3art22IndirectReferenceTable3AddEjPNS_6mirror6ObjectE","_ZN3art22IndirectReferenceTable3AddENS_15IRTSegmentStateENS_6ObjPtrINS_6mirror6ObjectEEE","_ZN3art2gc4Heap12VisitObjectsEPFvPNS_6mirror6ObjectEPvES5_","_ZN3art2gc4Heap12GetInstancesERNS_24VariableSizedHandleScopeENS_6HandleINS_6mirror5ClassEEEiRNSt3__16vectorINS4_INS5_6ObjectEEENS8_9allocatorISB_EEEE","_ZN3art2gc4Heap12GetInstancesERNS_24VariableSizedHandleScopeENS_6HandleINS_6mirror5ClassEEEbiRNSt3__16vectorINS4_INS5_6ObjectEEENS8_9allocatorISB_EEEE","_ZN3art12StackVisitorC2EPNS_6ThreadEPNS_7ContextENS0_13StackWalkKindEjb","_ZN3art12StackVisitorC2EPNS_6ThreadEPNS_7ContextENS0_13StackWalkKindEmb","_ZN3art12StackVisitor9WalkStackILNS0_16CountTransitionsE0EEEvb","_ZNK3art12StackVisitor9GetMethodEv","_ZNK3art12StackVisitor16DescribeLocationEv","_ZNK3art12StackVisitor24GetCurrentQuickFrameInfoEv","_ZN3art7Context6CreateEv","_ZN3art6Thread18GetLongJumpContextEv","_ZN3art6mirror5Class13GetDescriptorEPNSt3__112basic_stringIcNS2_11char_traitsIcEENS2_9allocatorIcEEEE","_ZN3art6mirror5Class11GetLocationEv","_ZN3art9ArtMethod12PrettyMethodEb","_ZN3art12PrettyMethodEPNS_9ArtMethodEb","_ZN3art3Dbg13ConfigureJdwpERKNS_4JDWP11JdwpOptionsE","_ZN3art31InternalDebuggerControlCallback13StartDebuggerEv","_ZN3art3Dbg15gDebuggerActiveE","_ZN3art15instrumentation15Instrumentation20EnableDeoptimizationEv","_ZN3art15instrumentation15Instrumentation20DeoptimizeEverythingEPKc","_ZN3art15instrumentation15Instrumentation20DeoptimizeEverythingEv","_ZN3art7Runtime19DeoptimizeBootImageEv","_ZN3art15instrumentation15Instrumentation10DeoptimizeEPNS_9ArtMethodE","_ZN3art3Dbg9StartJdwpEv","_ZN3art3Dbg8GoActiveEv","_ZN3art3Dbg21RequestDeoptimizationERKNS_21DeoptimizationRequestE","_ZN3art3Dbg20ManageDeoptimizationEv","_ZN3art3Dbg9gRegistryE","_ZN3art3jni12JniIdManager14DecodeMethodIdEP10_jmethodID","_ZN3art3jni12JniIdManager13DecodeFieldIdEP9_jfieldID","_ZN3art11interpreter18GetNterpEntryPointEv","_ZN3art7Monitor17TranslateLocationEPNS_9ArtMethodEjPPKcPi"])}:{functions:{_Z20dvmDecodeIndirectRefP6ThreadP8_jobject:["dvmDecodeIndirectRef","pointer",["pointer","pointer"]],_Z15dvmUseJNIBridgeP6MethodPv:["dvmUseJNIBridge","void",["pointer","pointer"]],_Z20dvmHeapSourceGetBasev:["dvmHeapSourceGetBase","pointer",[]],_Z21dvmHeapSourceGetLimitv:["dvmHeapSourceGetLimit","pointer",[]],_Z16dvmIsValidObjectPK6Object:["dvmIsValidObject","uint8",["pointer"]],JNI_GetCreatedJavaVMs:["JNI_GetCreatedJavaVMs","int",["pointer","int","pointer"]]},variables:{gDvmJni:function(u){this.gDvmJni=u},gDvm:function(u){this.gDvm=u}}},{functions:a={},variables:l={},optionals:i=new Set}=s,c=[];for(let[u,_]of Object.entries(a)){let h=o.find(u);h!==null?typeof _=="function"?_.call(o,h):o[_[0]]=new NativeFunction(h,_[1],_[2],q):i.has(u)||c.push(u)}for(let[u,_]of Object.entries(l)){let h=o.find(u);h!==null?_.call(o,h):i.has(u)||c.push(u)}if(c.length>0)throw new Error("Java API only partially available; please file a bug. Missing: "+c.join(", "));let d=Memory.alloc(y),f=Memory.alloc(Va);if(de("JNI_GetCreatedJavaVMs",o.JNI_GetCreatedJavaVMs(d,1,f)),f.readInt()===0)return null;if(o.vm=d.readPointer(),r){let u=ee(),_;u>=27?_=33554432:u>=24?_=16777216:_=0,o.kAccCompileDontBother=_;let h=o.vm.add(y).readPointer();o.artRuntime=h;let m=Hr(o),g=m.offset,v=g.instrumentation;o.artInstrumentation=v!==null?h.add(v):null,Fn()>=36e7&&o.artInstrumentation!=null&&(o.artInstrumentation=o.artInstrumentation.readPointer()),o.artHeap=h.add(g.heap).readPointer(),o.artThreadList=h.add(g.threadList).readPointer();let C=h.add(g.classLinker).readPointer(),M=Yi(h,m).offset,j=C.add(M.quickResolutionTrampoline).readPointer(),A=C.add(M.quickImtConflictTrampoline).readPointer(),N=C.add(M.quickGenericJniTrampoline).readPointer(),E=C.add(M.quickToInterpreterBridgeTrampoline).readPointer();o.artClassLinker={address:C,quickResolutionTrampoline:j,quickImtConflictTrampoline:A,quickGenericJniTrampoline:N,quickToInterpreterBridgeTrampoline:E};let L=new Se(o);o.artQuickGenericJniTrampoline=En(N,L),o.artQuickToInterpreterBridge=En(E,L),o.artQuickResolutionTrampoline=En(j,L),o["art::JavaVMExt::AddGlobalRef"]===void 0&&(o["art::JavaVMExt::AddGlobalRef"]=Zl(o)),o["art::JavaVMExt::DecodeGlobal"]===void 0&&(o["art::JavaVMExt::DecodeGlobal"]=ql(o)),o["art::ArtMethod::PrettyMethod"]===void 0&&(o["art::ArtMethod::PrettyMethod"]=o["art::ArtMethod::PrettyMethodNullSafe"]),o["art::interpreter::GetNterpEntryPoint"]!==void 0?o.artNterpEntryPoint=o["art::interpreter::GetNterpEntryPoint"]():o.artNterpEntryPoint=o.find("ExecuteNterpImpl"),oe=gl(o,L),Yl(o);let O=null;Object.defineProperty(o,"jvmti",{get(){return O===null&&(O=[Pi(L,this.artRuntime)]),O[0]}})}let p=e.enumerateImports().filter(u=>u.name.indexOf("_Z")===0).reduce((u,_)=>(u[_.name]=_.address,u),{});return o.$new=new NativeFunction(p._Znwm||p._Znwj,"pointer",["ulong"],q),o.$delete=new NativeFunction(p._ZdlPv,"void",["pointer"],q),Zr=r?On:jn,o}function Pi(t,e){let n=null;return t.perform(()=>{let r=V().find("_ZN3art7Runtime18EnsurePluginLoadedEPKcPNSt3__112basic_stringIcNS3_11char_traitsIcEENS3_9allocatorIcEEEE");if(r===null)return;let o=new NativeFunction(r,"bool",["pointer","pointer","pointer"]),s=Memory.alloc(y);if(!o(e,Memory.allocUtf8String("libopenjdkjvmti.so"),s))return;let l=Et.v1_2|1073741824,i=t.tryGetEnvHandle(l);if(i===null)return;n=new Ce(i,t);let c=Memory.alloc(8);c.writeU64(St.canTagObjects),n.addCapabilities(c)!==0&&(n=null)}),n}function Ri(t,e){V().flavor==="art"&&t.getClassName(e)}function Fi(t){return{offset:y===4?{globalsLock:32,globals:72}:{globalsLock:64,globals:112}}}function Di(t){let e=t.vm,n=t.artRuntime,r=y===4?200:384,o=r+100*y,s=ee(),a=Br(),{isApiLevel34OrApexEquivalent:l}=t,i=null;for(let d=r;d!==o;d+=y)if(n.add(d).readPointer().equals(e)){let p,u=null;s>=33||a==="Tiramisu"||l?(p=[d-4*y],u=d-y):s>=30||a==="R"?(p=[d-3*y,d-4*y],u=d-y):s>=29?p=[d-2*y]:s>=27?p=[d-ot-3*y]:p=[d-ot-2*y];for(let _ of p){let h=_-y,m=h-y,g;l?g=m-9*y:s>=24?g=m-8*y:s>=23?g=m-7*y:g=m-4*y;let v={offset:{heap:g,threadList:m,internTable:h,classLinker:_,jniIdManager:u}};if(Wr(n,v)!==null){i=v;break}}break}if(i===null)throw new Error("Unable to determine Runtime field offsets");let c=Fn()>=36e7;return i.offset.instrumentation=c?$i(t):Ui(t),i.offset.jniIdsIndirection=qi(t),i}var Ji={ia32:jr,x64:jr,arm:zi,arm64:Vi};function Ui(t){let e=t["art::Runtime::DeoptimizeBootImage"];return e===void 0?null:Le(e,Ji[Process.arch],{limit:30})}function jr(t){if(t.mnemonic!=="lea")return null;let e=t.operands[1].value.disp;return e<256||e>1024?null:e}function zi(t){if(t.mnemonic!=="add.w")return null;let e=t.operands;if(e.length!==3)return null;let n=e[2];return n.type!=="imm"?null:n.value}function Vi(t){if(t.mnemonic!=="add")return null;let e=t.operands;if(e.length!==3||e[0].value==="sp"||e[1].value==="sp")return null;let n=e[2];if(n.type!=="imm")return null;let r=n.value.valueOf();return r<256||r>1024?null:r}var Gi={ia32:xr,x64:xr,arm:Hi,arm64:Bi};function $i(t){let e=t["art::Runtime::DeoptimizeBootImage"];return e===void 0?null:Le(e,Gi[Process.arch],{limit:30})}function xr(t){if(t.mnemonic!=="mov")return null;let e=t.operands;if(e[0].value!=="rax")return null;let r=e[1];if(r.type!=="mem")return null;let o=r.value;if(o.base!=="rdi")return null;let s=o.disp;return s<256||s>1024?null:s}function Hi(t){return null}function Bi(t){if(t.mnemonic!=="ldr")return null;let e=t.operands;if(e[0].value==="x0")return null;let n=e[1].value;if(n.base!=="x0")return null;let r=n.disp;return r<256||r>1024?null:r}var Zi={ia32:Pr,x64:Pr,arm:Wi,arm64:Ki};function qi(t){let e=t.find("_ZN3art7Runtime12SetJniIdTypeENS_9JniIdTypeE");if(e===null)return null;let n=Le(e,Zi[Process.arch],{limit:20});if(n===null)throw new Error("Unable to determine Runtime.jni_ids_indirection_ offset");return n}function Pr(t){return t.mnemonic==="cmp"?t.operands[0].value.disp:null}function Wi(t){return t.mnemonic==="ldr.w"?t.operands[1].value.disp:null}function Ki(t,e){if(e===null)return null;let{mnemonic:n}=t,{mnemonic:r}=e;return n==="cmp"&&r==="ldr"||n==="bl"&&r==="str"?e.operands[1].value.disp:null}function Qi(){let e={"4-21":136,"4-22":136,"4-23":172,"4-24":196,"4-25":196,"4-26":196,"4-27":196,"4-28":212,"4-29":172,"4-30":180,"4-31":180,"8-21":224,"8-22":224,"8-23":296,"8-24":344,"8-25":344,"8-26":352,"8-27":352,"8-28":392,"8-29":328,"8-30":336,"8-31":336}[`${y}-${ee()}`];if(e===void 0)throw new Error("Unable to determine Instrumentation field offsets");return{offset:{forcedInterpretOnly:4,deoptimizationEnabled:e}}}function Yi(t,e){let n=Wr(t,e);if(n===null)throw new Error("Unable to determine ClassLinker field offsets");return n}function Wr(t,e){if(bn!==null)return bn;let{classLinker:n,internTable:r}=e.offset,o=t.add(n).readPointer(),s=t.add(r).readPointer(),a=y===4?100:200,l=a+100*y,i=ee(),c=null;for(let d=a;d!==l;d+=y)if(o.add(d).readPointer().equals(s)){let p;i>=30||Br()==="R"?p=6:i>=29?p=4:i>=23?p=3:p=5;let u=d+p*y,_;i>=23?_=u-2*y:_=u-3*y,c={offset:{quickResolutionTrampoline:_,quickImtConflictTrampoline:u-y,quickGenericJniTrampoline:u,quickToInterpreterBridgeTrampoline:u+y}};break}return c!==null&&(bn=c),c}function Jn(t){let n=null;return t.perform(r=>{let o=Ft(t),s=he(t),a={artArrayLengthSize:4,artArrayEntrySize:o.size,artArrayMax:50},l={artArrayLengthSize:y,artArrayEntrySize:s.size,artArrayMax:100},i=(p,u,_)=>{let h=p.add(u).readPointer();if(h.isNull())return null;let m=_===4?h.readU32():h.readU64().valueOf();return m<=0?null:{length:m,data:h.add(_)}},c=(p,u,_,h)=>{try{let m=i(p,u,h.artArrayLengthSize);if(m===null)return!1;let g=Math.min(m.length,h.artArrayMax);for(let v=0;v!==g;v++)if(m.data.add(v*h.artArrayEntrySize).equals(_))return!0}catch{}return!1},d=r.findClass("java/lang/Thread"),f=r.newGlobalRef(d);try{let p;ge(t,r,N=>{p=V()["art::JavaVMExt::DecodeGlobal"](t,N,f)});let u=Dr(r.getFieldId(f,"name","Ljava/lang/String;")),_=Dr(r.getStaticFieldId(f,"MAX_PRIORITY","I")),h=-1,m=-1;for(let N=0;N!==256;N+=4)h===-1&&c(p,N,_,a)&&(h=N),m===-1&&c(p,N,u,a)&&(m=N);if(m===-1||h===-1)throw new Error("Unable to find fields in java/lang/Thread; please file a bug");let g=m!==h?h:0,v=m,k=-1,C=Bn(r.getMethodId(f,"getName","()Ljava/lang/String;"));for(let N=0;N!==256;N+=4)k===-1&&c(p,N,C,l)&&(k=N);if(k===-1)throw new Error("Unable to find methods in java/lang/Thread; please file a bug");let M=-1,A=i(p,k,l.artArrayLengthSize).length;for(let N=k;N!==256;N+=4)if(p.add(N).readU16()===A){M=N;break}if(M===-1)throw new Error("Unable to find copied methods in java/lang/Thread; please file a bug");n={offset:{ifields:v,methods:k,sfields:g,copiedMethodsOffset:M}}}finally{r.deleteLocalRef(d),r.deleteGlobalRef(f)}}),n}function Xi(t){let e=V(),n;return t.perform(r=>{let o=r.findClass("android/os/Process"),s=Bn(r.getStaticMethodId(o,"getElapsedCpuTime","()J"));r.deleteLocalRef(o);let a=Process.getModuleByName("libandroid_runtime.so"),l=a.base,i=l.add(a.size),c=ee(),d=c<=21?8:y,f=Za|qa|Wa|Nt,p=~(Gr|ti|ei)>>>0,u=null,_=null,h=2;for(let v=0;v!==64&&h!==0;v+=4){let k=s.add(v);if(u===null){let C=k.readPointer();C.compare(l)>=0&&C.compare(i)<0&&(u=v,h--)}_===null&&(k.readU32()&p)===f&&(_=v,h--)}if(h!==0)throw new Error("Unable to determine ArtMethod field offsets");let m=u+d;n={size:c<=21?m+32:m+y,offset:{jniCode:u,quickCode:m,accessFlags:_}},"artInterpreterToCompiledCodeBridge"in e&&(n.offset.interpreterCode=u-d)}),n}function Ft(t){let e=ee();return e>=23?{size:16,offset:{accessFlags:4}}:e>=21?{size:24,offset:{accessFlags:12}}:null}function el(t){let e=ee(),n;return t.perform(r=>{let o=Dt(r),s=r.handle,a=null,l=null,i=null,c=null,d=null,f=null;for(let p=144;p!==256;p+=y)if(o.add(p).readPointer().equals(s)){l=p-6*y,d=p-4*y,f=p+2*y,e<=22&&(l-=y,a=l-y-72-12,i=p+6*y,d-=y,f-=y),c=p+9*y,e<=22&&(c+=2*y+4,y===8&&(c+=4)),e>=23&&(c+=y);break}if(c===null)throw new Error("Unable to determine ArtThread field offsets");n={offset:{isExceptionReportedToInstrumentation:a,exception:l,throwLocation:i,topHandleScope:c,managedStack:d,self:f}}}),n}function tl(){return ee()>=23?{offset:{topQuickFrame:0,link:y}}:{offset:{topQuickFrame:2*y,link:0}}}var nl={ia32:Rr,x64:Rr,arm:rl,arm64:ol};function En(t,e){let n;return e.perform(r=>{let o=Dt(r),s=nl[Process.arch],a=Instruction.parse(t),l=s(a);l!==null?n=o.add(l).readPointer():n=t}),n}function Rr(t){return t.mnemonic==="jmp"?t.operands[0].value.disp:null}function rl(t){return t.mnemonic==="ldr.w"?t.operands[1].value.disp:null}function ol(t){return t.mnemonic==="ldr"?t.operands[1].value.disp:null}function Dt(t){return t.handle.add(y).readPointer()}function sl(){return Un("ro.build.version.release")}function al(){return Un("ro.build.version.codename")}function il(){return parseInt(Un("ro.build.version.sdk"),10)}function ll(){try{let t=File.readAllText("/proc/self/mountinfo"),e=null,n=new Map;for(let o of t.trimEnd().split(`
`)){let s=o.split(" "),a=s[4];if(!a.startsWith("/apex/com.android.art"))continue;let l=s[10];a.includes("@")?n.set(l,a.split("@")[1]):e=l}let r=n.get(e);return r!==void 0?parseInt(r):Fr()}catch{return Fr()}}function Fr(){return ee()*1e7}var Sn=null,cl=92;function Un(t){Sn===null&&(Sn=new NativeFunction(Process.getModuleByName("libc.so").getExportByName("__system_property_get"),"int",["pointer","pointer"],q));let e=Memory.alloc(cl);return Sn(Memory.allocUtf8String(t),e),e.readUtf8String()}function ge(t,e,n){let r=Ai(t,e),o=Dt(e).toString();if(tt[o]=n,r(e.handle),tt[o]!==void 0)throw delete tt[o],new Error("Unable to perform state transition; please file a bug")}function dl(t,e){let n=new NativeCallback(ul,"void",["pointer"]);return Yr(t,e,n)}function ul(t){let e=t.toString(),n=tt[e];delete tt[e],n(t)}function zn(t){let e=V(),n=e.artThreadList;e["art::ThreadList::SuspendAll"](n,Memory.allocUtf8String("frida"),!1?1:0);try{t()}finally{e["art::ThreadList::ResumeAll"](n)}}var Ln=class{constructor(e){let n=Memory.alloc(4*y),r=n.add(y);n.writePointer(r);let o=new NativeCallback((s,a)=>e(a)===!0?1:0,"bool",["pointer","pointer"]);r.add(2*y).writePointer(o),this.handle=n,this._onVisit=o}};function Vn(t){return V()["art::ClassLinker::VisitClasses"]instanceof NativeFunction?new Ln(t):new NativeCallback(n=>t(n)===!0?1:0,"bool",["pointer","pointer"])}var Tn=class{constructor(e){let n=Memory.alloc(4*y),r=n.add(y);n.writePointer(r);let o=new NativeCallback((s,a)=>{e(a)},"void",["pointer","pointer"]);r.add(2*y).writePointer(o),this.handle=n,this._onVisit=o}};function Gn(t){return new Tn(t)}var pl={"include-inlined-frames":0,"skip-inlined-frames":1},Nn=class{constructor(e,n,r,o=0,s=!0){let a=V(),l=512,i=3*y,c=Memory.alloc(l+i);a["art::StackVisitor::StackVisitor"](c,e,n,pl[r],o,s?1:0);let d=c.add(l);c.writePointer(d);let f=new NativeCallback(this._visitFrame.bind(this),"bool",["pointer"]);d.add(2*y).writePointer(f),this.handle=c,this._onVisitFrame=f;let p=c.add(y===4?12:24);this._curShadowFrame=p,this._curQuickFrame=p.add(y),this._curQuickFramePc=p.add(2*y),this._curOatQuickMethodHeader=p.add(3*y),this._getMethodImpl=a["art::StackVisitor::GetMethod"],this._descLocImpl=a["art::StackVisitor::DescribeLocation"],this._getCQFIImpl=a["art::StackVisitor::GetCurrentQuickFrameInfo"]}walkStack(e=!1){V()["art::StackVisitor::WalkStack"](this.handle,e?1:0)}_visitFrame(){return this.visitFrame()?1:0}visitFrame(){throw new Error("Subclass must implement visitFrame")}getMethod(){let e=this._getMethodImpl(this.handle);return e.isNull()?null:new Mt(e)}getCurrentQuickFramePc(){return this._curQuickFramePc.readPointer()}getCurrentQuickFrame(){return this._curQuickFrame.readPointer()}getCurrentShadowFrame(){return this._curShadowFrame.readPointer()}describeLocation(){let e=new xt;return this._descLocImpl(e,this.handle),e.disposeToString()}getCurrentOatQuickMethodHeader(){return this._curOatQuickMethodHeader.readPointer()}getCurrentQuickFrameInfo(){return this._getCQFIImpl(this.handle)}},Mt=class{constructor(e){this.handle=e}prettyMethod(e=!0){let n=new xt;return V()["art::ArtMethod::PrettyMethod"](n,this.handle,e?1:0),n.disposeToString()}toString(){return`ArtMethod(handle=${this.handle})`}};function fl(t){return function(e){let n=Memory.alloc(12);return Mi(t)(n,e),{frameSizeInBytes:n.readU32(),coreSpillMask:n.add(4).readU32(),fpSpillMask:n.add(8).readU32()}}}function hl(t){let e=NULL;switch(Process.arch){case"ia32":e=He(32,n=>{n.putMovRegRegOffsetPtr("ecx","esp",4),n.putMovRegRegOffsetPtr("edx","esp",8),n.putCallAddressWithArguments(t,["ecx","edx"]),n.putMovRegReg("esp","ebp"),n.putPopReg("ebp"),n.putRet()});break;case"x64":e=He(32,n=>{n.putPushReg("rdi"),n.putCallAddressWithArguments(t,["rsi"]),n.putPopReg("rdi"),n.putMovRegPtrReg("rdi","rax"),n.putMovRegOffsetPtrReg("rdi",8,"edx"),n.putRet()});break;case"arm":e=He(16,n=>{n.putCallAddressWithArguments(t,["r0","r1"]),n.putPopRegs(["r0","lr"]),n.putMovRegReg("pc","lr")});break;case"arm64":e=He(64,n=>{n.putPushRegReg("x0","lr"),n.putCallAddressWithArguments(t,["x1"]),n.putPopRegReg("x2","lr"),n.putStrRegRegOffset("x0","x2",0),n.putStrRegRegOffset("w1","x2",8),n.putRet()});break}return new NativeFunction(e,"void",["pointer","pointer"],q)}var _l={ia32:globalThis.X86Relocator,x64:globalThis.X86Relocator,arm:globalThis.ThumbRelocator,arm64:globalThis.Arm64Relocator},An={ia32:globalThis.X86Writer,x64:globalThis.X86Writer,arm:globalThis.ThumbWriter,arm64:globalThis.Arm64Writer};function He(t,e){vn===null&&(vn=Memory.alloc(Process.pageSize));let n=vn.add(Ar),r=Process.arch,o=An[r];return Memory.patchCode(n,t,s=>{let a=new o(s,{pc:n});if(e(a),a.flush(),a.offset>t)throw new Error(`Wrote ${a.offset}, exceeding maximum of ${t}`)}),Ar+=t,r==="arm"?n.or(1):n}function ml(t,e){bl(e),wl(e)}function gl(t,e){let n=Be(e).offset,r=Ni().offset,o=`
#include <gum/guminterceptor.h>

extern GMutex lock;
extern GHashTable * methods;
extern GHashTable * replacements;
extern gpointer last_seen_art_method;

extern gpointer get_oat_quick_method_header_impl (gpointer method, gpointer pc);

void
init (void)
{
  g_mutex_init (&lock);
  methods = g_hash_table_new_full (NULL, NULL, NULL, NULL);
  replacements = g_hash_table_new_full (NULL, NULL, NULL, NULL);
}

void
finalize (void)
{
  g_hash_table_unref (replacements);
  g_hash_table_unref (methods);
  g_mutex_clear (&lock);
}

gboolean
is_replacement_method (gpointer method)
{
  gboolean is_replacement;

  g_mutex_lock (&lock);

  is_replacement = g_hash_table_contains (replacements, method);

  g_mutex_unlock (&lock);

  return is_replacement;
}

gpointer
get_replacement_method (gpointer original_method)
{
  gpointer replacement_method;

  g_mutex_lock (&lock);

  replacement_method = g_hash_table_lookup (methods, original_method);

  g_mutex_unlock (&lock);

  return replacement_method;
}

void
set_replacement_method (gpointer original_method,
                        gpointer replacement_method)
{
  g_mutex_lock (&lock);

  g_hash_table_insert (methods, original_method, replacement_method);
  g_hash_table_insert (replacements, replacement_method, original_method);

  g_mutex_unlock (&lock);
}

void
synchronize_replacement_methods (guint quick_code_offset,
                                 void * nterp_entrypoint,
                                 void * quick_to_interpreter_bridge)
{
  GHashTableIter iter;
  gpointer hooked_method, replacement_method;

  g_mutex_lock (&lock);

  g_hash_table_iter_init (&iter, methods);
  while (g_hash_table_iter_next (&iter, &hooked_method, &replacement_method))
  {
    void ** quick_code;

    *((uint32_t *) replacement_method) = *((uint32_t *) hooked_method);

    quick_code = hooked_method + quick_code_offset;
    if (*quick_code == nterp_entrypoint)
      *quick_code = quick_to_interpreter_bridge;
  }

  g_mutex_unlock (&lock);
}

void
delete_replacement_method (gpointer original_method)
{
  gpointer replacement_method;

  g_mutex_lock (&lock);

  replacement_method = g_hash_table_lookup (methods, original_method);
  if (replacement_method != NULL)
  {
    g_hash_table_remove (methods, original_method);
    g_hash_table_remove (replacements, replacement_method);
  }

  g_mutex_unlock (&lock);
}

gpointer
translate_method (gpointer method)
{
  gpointer translated_method;

  g_mutex_lock (&lock);

  translated_method = g_hash_table_lookup (replacements, method);

  g_mutex_unlock (&lock);

  return (translated_method != NULL) ? translated_method : method;
}

gpointer
find_replacement_method_from_quick_code (gpointer method,
                                         gpointer thread)
{
  gpointer replacement_method;
  gpointer managed_stack;
  gpointer top_quick_frame;
  gpointer link_managed_stack;
  gpointer * link_top_quick_frame;

  replacement_method = get_replacement_method (method);
  if (replacement_method == NULL)
    return NULL;

  /*
   * Stack check.
   *
   * Return NULL to indicate that the original method should be invoked, otherwise
   * return a pointer to the replacement ArtMethod.
   *
   * If the caller is our own JNI replacement stub, then a stack transition must
   * have been pushed onto the current thread's linked list.
   *
   * Therefore, we invoke the original method if the following conditions are met:
   *   1- The current managed stack is empty.
   *   2- The ArtMethod * inside the linked managed stack's top quick frame is the
   *      same as our replacement.
   */
  managed_stack = thread + ${n.managedStack};
  top_quick_frame = *((gpointer *) (managed_stack + ${r.topQuickFrame}));
  if (top_quick_frame != NULL)
    return replacement_method;

  link_managed_stack = *((gpointer *) (managed_stack + ${r.link}));
  if (link_managed_stack == NULL)
    return replacement_method;

  link_top_quick_frame = GSIZE_TO_POINTER (*((gsize *) (link_managed_stack + ${r.topQuickFrame})) & ~((gsize) 1));
  if (link_top_quick_frame == NULL || *link_top_quick_frame != replacement_method)
    return replacement_method;

  return NULL;
}

void
on_interpreter_do_call (GumInvocationContext * ic)
{
  gpointer method, replacement_method;

  method = gum_invocation_context_get_nth_argument (ic, 0);

  replacement_method = get_replacement_method (method);
  if (replacement_method != NULL)
    gum_invocation_context_replace_nth_argument (ic, 0, replacement_method);
}

gpointer
on_art_method_get_oat_quick_method_header (gpointer method,
                                           gpointer pc)
{
  if (is_replacement_method (method))
    return NULL;

  return get_oat_quick_method_header_impl (method, pc);
}

void
on_art_method_pretty_method (GumInvocationContext * ic)
{
  const guint this_arg_index = ${Process.arch==="arm64"?0:1};
  gpointer method;

  method = gum_invocation_context_get_nth_argument (ic, this_arg_index);
  if (method == NULL)
    gum_invocation_context_replace_nth_argument (ic, this_arg_index, last_seen_art_method);
  else
    last_seen_art_method = method;
}

void
on_leave_gc_concurrent_copying_copying_phase (GumInvocationContext * ic)
{
  GHashTableIter iter;
  gpointer hooked_method, replacement_method;

  g_mutex_lock (&lock);

  g_hash_table_iter_init (&iter, methods);
  while (g_hash_table_iter_next (&iter, &hooked_method, &replacement_method))
    *((uint32_t *) replacement_method) = *((uint32_t *) hooked_method);

  g_mutex_unlock (&lock);
}
`,s=8,a=y,l=y,i=y,d=Memory.alloc(s+a+l+i),f=d.add(s),p=f.add(a),u=p.add(l),_=t.find(y===4?"_ZN3art9ArtMethod23GetOatQuickMethodHeaderEj":"_ZN3art9ArtMethod23GetOatQuickMethodHeaderEm"),h=new CModule(o,{lock:d,methods:f,replacements:p,last_seen_art_method:u,get_oat_quick_method_header_impl:_??ptr("0xdeadbeef")}),m={exceptions:"propagate",scheduling:"exclusive"};return{handle:h,replacedMethods:{isReplacement:new NativeFunction(h.is_replacement_method,"bool",["pointer"],m),get:new NativeFunction(h.get_replacement_method,"pointer",["pointer"],m),set:new NativeFunction(h.set_replacement_method,"void",["pointer","pointer"],m),synchronize:new NativeFunction(h.synchronize_replacement_methods,"void",["uint","pointer","pointer"],m),delete:new NativeFunction(h.delete_replacement_method,"void",["pointer"],m),translate:new NativeFunction(h.translate_method,"pointer",["pointer"],m),findReplacementFromQuickCode:h.find_replacement_method_from_quick_code},getOatQuickMethodHeaderImpl:_,hooks:{Interpreter:{doCall:h.on_interpreter_do_call},ArtMethod:{getOatQuickMethodHeader:h.on_art_method_get_oat_quick_method_header,prettyMethod:h.on_art_method_pretty_method},Gc:{copyingPhase:{onLeave:h.on_leave_gc_concurrent_copying_copying_phase},runFlip:{onEnter:h.on_leave_gc_concurrent_copying_copying_phase}}}}}function bl(t){Or||(Or=!0,vl(t),yl(),El(),Sl())}function vl(t){let e=V();[e.artQuickGenericJniTrampoline,e.artQuickToInterpreterBridge,e.artQuickResolutionTrampoline].forEach(r=>{Memory.protect(r,32,"rwx");let o=new jt(r);o.activate(t),qr.push(o)})}function yl(){let t=V(),e=ee(),{isApiLevel34OrApexEquivalent:n}=t,r;if(e<=22)r=/^_ZN3art11interpreter6DoCallILb[0-1]ELb[0-1]EEEbPNS_6mirror9ArtMethodEPNS_6ThreadERNS_11ShadowFrameEPKNS_11InstructionEtPNS_6JValueE$/;else if(e<=33&&!n)r=/^_ZN3art11interpreter6DoCallILb[0-1]ELb[0-1]EEEbPNS_9ArtMethodEPNS_6ThreadERNS_11ShadowFrameEPKNS_11InstructionEtPNS_6JValueE$/;else if(n)r=/^_ZN3art11interpreter6DoCallILb[0-1]EEEbPNS_9ArtMethodEPNS_6ThreadERNS_11ShadowFrameEPKNS_11InstructionEtbPNS_6JValueE$/;else throw new Error("Unable to find method invocation in ART; please file a bug");let o=t.module,s=[...o.enumerateExports(),...o.enumerateSymbols()].filter(a=>r.test(a.name));if(s.length===0)throw new Error("Unable to find method invocation in ART; please file a bug");for(let a of s)Interceptor.attach(a.address,oe.hooks.Interpreter.doCall)}function El(){let t=V(),n=t.module.findSymbolByName("_ZN3art2gc4Heap22CollectGarbageInternalENS0_9collector6GcTypeENS0_7GcCauseEbj");if(n===null)return;let{artNterpEntryPoint:r,artQuickToInterpreterBridge:o}=t,s=he(t.vm).offset.quickCode;Interceptor.attach(n,{onLeave(){oe.replacedMethods.synchronize(s,r,o)}})}function Sl(){let t=[["_ZN3art11ClassLinker26VisiblyInitializedCallback22MarkVisiblyInitializedEPNS_6ThreadE","e90340f8 : ff0ff0ff"],["_ZN3art11ClassLinker26VisiblyInitializedCallback29AdjustThreadVisibilityCounterEPNS_6ThreadEl","7f0f00f9 : 1ffcffff"]],e=V(),n=e.module;for(let[r,o]of t){let s=n.findSymbolByName(r);if(s===null)continue;let a=Memory.scanSync(s,8192,o);if(a.length===0)return;let{artNterpEntryPoint:l,artQuickToInterpreterBridge:i}=e,c=he(e.vm).offset.quickCode;Interceptor.attach(a[0].address,function(){oe.replacedMethods.synchronize(c,l,i)});return}}function wl(t){if(Mr)return;if(Mr=!0,!Il()){let{getOatQuickMethodHeaderImpl:s}=oe;if(s===null)return;try{Interceptor.replace(s,oe.hooks.ArtMethod.getOatQuickMethodHeader)}catch{}}let e=ee(),n=null,r=V();e>28?n=r.find("_ZN3art2gc9collector17ConcurrentCopying12CopyingPhaseEv"):e>22&&(n=r.find("_ZN3art2gc9collector17ConcurrentCopying12MarkingPhaseEv")),n!==null&&Interceptor.attach(n,oe.hooks.Gc.copyingPhase);let o=null;o=r.find("_ZN3art6Thread15RunFlipFunctionEPS0_"),o===null&&(o=r.find("_ZN3art6Thread15RunFlipFunctionEPS0_b")),o!==null&&Interceptor.attach(o,oe.hooks.Gc.runFlip)}var kl={arm:{signatures:[{pattern:["b0 68","01 30","0c d0","1b 98",":","c0 ff","c0 ff","00 ff","00 2f"],validateMatch:wn},{pattern:["d8 f8 08 00","01 30","0c d0","1b 98",":","f0 ff ff 0f","ff ff","00 ff","00 2f"],validateMatch:wn},{pattern:["b0 68","01 30","40 f0 c3 80","00 25",":","c0 ff","c0 ff","c0 fb 00 d0","ff f8"],validateMatch:wn}],instrument:Ll},arm64:{signatures:[{pattern:["0a 40 b9","1f 05 00 31","40 01 00 54","88 39 00 f0",":","fc ff ff","1f fc ff ff","1f 00 00 ff","00 00 00 9f"],offset:1,validateMatch:kn},{pattern:["0a 40 b9","1f 05 00 31","40 01 00 54","00 0e 40 f9",":","fc ff ff","1f fc ff ff","1f 00 00 ff","00 fc ff ff"],offset:1,validateMatch:kn},{pattern:["0a 40 b9","1f 05 00 31","01 34 00 54","e0 03 1f aa",":","fc ff ff","1f fc ff ff","1f 00 00 ff","e0 ff ff ff"],offset:1,validateMatch:kn}],instrument:Tl}};function wn({address:t,size:e}){let n=Instruction.parse(t.or(1)),[r,o]=n.operands,s=o.value.base,a=r.value,l=Instruction.parse(n.next.add(2)),i=ptr(l.operands[0].value),c=l.address.add(l.size),d,f;return l.mnemonic==="beq"?(d=c,f=i):(d=i,f=c),Le(d.or(1),p,{limit:3});function p(u){let{mnemonic:_}=u;if(!(_==="ldr"||_==="ldr.w"))return null;let{base:h,disp:m}=u.operands[1].value;return h===s&&m===20?{methodReg:s,scratchReg:a,target:{whenTrue:i,whenRegularMethod:d,whenRuntimeMethod:f}}:null}}function kn({address:t,size:e}){let[n,r]=Instruction.parse(t).operands,o=r.value.base,s="x"+n.value.substring(1),a=Instruction.parse(t.add(8)),l=ptr(a.operands[0].value),i=t.add(12),c,d;return a.mnemonic==="b.eq"?(c=i,d=l):(c=l,d=i),Le(c,f,{limit:3});function f(p){if(p.mnemonic!=="ldr")return null;let{base:u,disp:_}=p.operands[1].value;return u===o&&_===24?{methodReg:o,scratchReg:s,target:{whenTrue:l,whenRegularMethod:c,whenRuntimeMethod:d}}:null}}function Il(){if(ee()<31)return!1;let t=kl[Process.arch];if(t===void 0)return!1;let e=t.signatures.map(({pattern:r,offset:o=0,validateMatch:s=Cl})=>({pattern:new MatchPattern(r.join("")),offset:o,validateMatch:s})),n=[];for(let{base:r,size:o}of V().module.enumerateRanges("--x"))for(let{pattern:s,offset:a,validateMatch:l}of e){let i=Memory.scanSync(r,o,s).map(({address:c,size:d})=>({address:c.sub(a),size:d+a})).filter(c=>{let d=l(c);return d===null?!1:(c.validationResult=d,!0)});n.push(...i)}return n.length===0?!1:(n.forEach(t.instrument),!0)}function Cl(){return{}}var Ot=class{constructor(e,n,r){this.address=e,this.size=n,this.originalCode=e.readByteArray(n),this.trampoline=r}revert(){Memory.patchCode(this.address,this.size,e=>{e.writeByteArray(this.originalCode)})}};function Ll({address:t,size:e,validationResult:n}){let{methodReg:r,target:o}=n,s=Memory.alloc(Process.pageSize),a=e;Memory.patchCode(s,256,l=>{let i=new ThumbWriter(l,{pc:s}),c=new ThumbRelocator(t,i);for(let _=0;_!==2;_++)c.readOne();c.writeAll(),c.readOne(),c.skipOne(),i.putBCondLabel("eq","runtime_or_replacement_method");let d=[45,237,16,10];i.putBytes(d);let f=["r0","r1","r2","r3"];i.putPushRegs(f),i.putCallAddressWithArguments(oe.replacedMethods.isReplacement,[r]),i.putCmpRegImm("r0",0),i.putPopRegs(f);let p=[189,236,16,10];i.putBytes(p),i.putBCondLabel("ne","runtime_or_replacement_method"),i.putBLabel("regular_method"),c.readOne();let u=c.input.address.equals(o.whenRegularMethod);for(i.putLabel(u?"regular_method":"runtime_or_replacement_method"),c.writeOne();a<10;){let _=c.readOne();if(_===0){a=10;break}a=_}c.writeAll(),i.putBranchAddress(t.add(a+1)),i.putLabel(u?"runtime_or_replacement_method":"regular_method"),i.putBranchAddress(o.whenTrue),i.flush()}),Dn.push(new Ot(t,a,s)),Memory.patchCode(t,a,l=>{let i=new ThumbWriter(l,{pc:t});i.putLdrRegAddress("pc",s.or(1)),i.flush()})}function Tl({address:t,size:e,validationResult:n}){let{methodReg:r,scratchReg:o,target:s}=n,a=Memory.alloc(Process.pageSize);Memory.patchCode(a,256,l=>{let i=new Arm64Writer(l,{pc:a}),c=new Arm64Relocator(t,i);for(let _=0;_!==2;_++)c.readOne();c.writeAll(),c.readOne(),c.skipOne(),i.putBCondLabel("eq","runtime_or_replacement_method");let d=["d0","d1","d2","d3","d4","d5","d6","d7","x0","x1","x2","x3","x4","x5","x6","x7","x8","x9","x10","x11","x12","x13","x14","x15","x16","x17"],f=d.length;for(let _=0;_!==f;_+=2)i.putPushRegReg(d[_],d[_+1]);i.putCallAddressWithArguments(oe.replacedMethods.isReplacement,[r]),i.putCmpRegReg("x0","xzr");for(let _=f-2;_>=0;_-=2)i.putPopRegReg(d[_],d[_+1]);i.putBCondLabel("ne","runtime_or_replacement_method"),i.putBLabel("regular_method"),c.readOne();let p=c.input,u=p.address.equals(s.whenRegularMethod);i.putLabel(u?"regular_method":"runtime_or_replacement_method"),c.writeOne(),i.putBranchAddress(p.next),i.putLabel(u?"runtime_or_replacement_method":"regular_method"),i.putBranchAddress(s.whenTrue),i.flush()}),Dn.push(new Ot(t,e,a)),Memory.patchCode(t,e,l=>{let i=new Arm64Writer(l,{pc:t});i.putLdrRegAddress(o,a),i.putBrReg(o),i.flush()})}function Nl(t){return new Zr(t)}function Al(t){return oe.replacedMethods.translate(t)}function $n(t,e={}){let{limit:n=16}=e,r=t.getEnv();return nt===null&&(nt=Ml(t,r)),nt.backtrace(r,n)}function Ml(t,e){let n=V(),r=Memory.alloc(Process.pointerSize),o=new CModule(`
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <gum/gumtls.h>
#include <json-glib/json-glib.h>

typedef struct _ArtBacktrace ArtBacktrace;
typedef struct _ArtStackFrame ArtStackFrame;

typedef struct _ArtStackVisitor ArtStackVisitor;
typedef struct _ArtStackVisitorVTable ArtStackVisitorVTable;

typedef struct _ArtClass ArtClass;
typedef struct _ArtMethod ArtMethod;
typedef struct _ArtThread ArtThread;
typedef struct _ArtContext ArtContext;

typedef struct _JNIEnv JNIEnv;

typedef struct _StdString StdString;
typedef struct _StdTinyString StdTinyString;
typedef struct _StdLargeString StdLargeString;

typedef enum {
  STACK_WALK_INCLUDE_INLINED_FRAMES,
  STACK_WALK_SKIP_INLINED_FRAMES,
} StackWalkKind;

struct _StdTinyString
{
  guint8 unused;
  gchar data[(3 * sizeof (gpointer)) - 1];
};

struct _StdLargeString
{
  gsize capacity;
  gsize size;
  gchar * data;
};

struct _StdString
{
  union
  {
    guint8 flags;
    StdTinyString tiny;
    StdLargeString large;
  };
};

struct _ArtBacktrace
{
  GChecksum * id;
  GArray * frames;
  gchar * frames_json;
};

struct _ArtStackFrame
{
  ArtMethod * method;
  gsize dexpc;
  StdString description;
};

struct _ArtStackVisitorVTable
{
  void (* unused1) (void);
  void (* unused2) (void);
  bool (* visit) (ArtStackVisitor * visitor);
};

struct _ArtStackVisitor
{
  ArtStackVisitorVTable * vtable;

  guint8 padding[512];

  ArtStackVisitorVTable vtable_storage;

  ArtBacktrace * backtrace;
};

struct _ArtMethod
{
  guint32 declaring_class;
  guint32 access_flags;
};

extern GumTlsKey current_backtrace;

extern void (* perform_art_thread_state_transition) (JNIEnv * env);

extern ArtContext * art_make_context (ArtThread * thread);

extern void art_stack_visitor_init (ArtStackVisitor * visitor, ArtThread * thread, void * context, StackWalkKind walk_kind,
    size_t num_frames, bool check_suspended);
extern void art_stack_visitor_walk_stack (ArtStackVisitor * visitor, bool include_transitions);
extern ArtMethod * art_stack_visitor_get_method (ArtStackVisitor * visitor);
extern void art_stack_visitor_describe_location (StdString * description, ArtStackVisitor * visitor);
extern ArtMethod * translate_method (ArtMethod * method);
extern void translate_location (ArtMethod * method, guint32 pc, const gchar ** source_file, gint32 * line_number);
extern void get_class_location (StdString * result, ArtClass * klass);
extern void cxx_delete (void * mem);
extern unsigned long strtoul (const char * str, char ** endptr, int base);

static bool visit_frame (ArtStackVisitor * visitor);
static void art_stack_frame_destroy (ArtStackFrame * frame);

static void append_jni_type_name (GString * s, const gchar * name, gsize length);

static void std_string_destroy (StdString * str);
static gchar * std_string_get_data (StdString * str);

void
init (void)
{
  current_backtrace = gum_tls_key_new ();
}

void
finalize (void)
{
  gum_tls_key_free (current_backtrace);
}

ArtBacktrace *
_create (JNIEnv * env,
         guint limit)
{
  ArtBacktrace * bt;

  bt = g_new (ArtBacktrace, 1);
  bt->id = g_checksum_new (G_CHECKSUM_SHA1);
  bt->frames = (limit != 0)
      ? g_array_sized_new (FALSE, FALSE, sizeof (ArtStackFrame), limit)
      : g_array_new (FALSE, FALSE, sizeof (ArtStackFrame));
  g_array_set_clear_func (bt->frames, (GDestroyNotify) art_stack_frame_destroy);
  bt->frames_json = NULL;

  gum_tls_key_set_value (current_backtrace, bt);

  perform_art_thread_state_transition (env);

  gum_tls_key_set_value (current_backtrace, NULL);

  return bt;
}

void
_on_thread_state_transition_complete (ArtThread * thread)
{
  ArtContext * context;
  ArtStackVisitor visitor = {
    .vtable_storage = {
      .visit = visit_frame,
    },
  };

  context = art_make_context (thread);

  art_stack_visitor_init (&visitor, thread, context, STACK_WALK_SKIP_INLINED_FRAMES, 0, true);
  visitor.vtable = &visitor.vtable_storage;
  visitor.backtrace = gum_tls_key_get_value (current_backtrace);

  art_stack_visitor_walk_stack (&visitor, false);

  cxx_delete (context);
}

static bool
visit_frame (ArtStackVisitor * visitor)
{
  ArtBacktrace * bt = visitor->backtrace;
  ArtStackFrame frame;
  const gchar * description, * dexpc_part;

  frame.method = art_stack_visitor_get_method (visitor);

  art_stack_visitor_describe_location (&frame.description, visitor);

  description = std_string_get_data (&frame.description);
  if (strstr (description, " '<") != NULL)
    goto skip;

  dexpc_part = strstr (description, " at dex PC 0x");
  if (dexpc_part == NULL)
    goto skip;
  frame.dexpc = strtoul (dexpc_part + 13, NULL, 16);

  g_array_append_val (bt->frames, frame);

  g_checksum_update (bt->id, (guchar *) &frame.method, sizeof (frame.method));
  g_checksum_update (bt->id, (guchar *) &frame.dexpc, sizeof (frame.dexpc));

  return true;

skip:
  std_string_destroy (&frame.description);
  return true;
}

static void
art_stack_frame_destroy (ArtStackFrame * frame)
{
  std_string_destroy (&frame->description);
}

void
_destroy (ArtBacktrace * backtrace)
{
  g_free (backtrace->frames_json);
  g_array_free (backtrace->frames, TRUE);
  g_checksum_free (backtrace->id);
  g_free (backtrace);
}

const gchar *
_get_id (ArtBacktrace * backtrace)
{
  return g_checksum_get_string (backtrace->id);
}

const gchar *
_get_frames (ArtBacktrace * backtrace)
{
  GArray * frames = backtrace->frames;
  JsonBuilder * b;
  guint i;
  JsonNode * root;

  if (backtrace->frames_json != NULL)
    return backtrace->frames_json;

  b = json_builder_new_immutable ();

  json_builder_begin_array (b);

  for (i = 0; i != frames->len; i++)
  {
    ArtStackFrame * frame = &g_array_index (frames, ArtStackFrame, i);
    gchar * description, * ret_type, * paren_open, * paren_close, * arg_types, * token, * method_name, * class_name;
    GString * signature;
    gchar * cursor;
    ArtMethod * translated_method;
    StdString location;
    gsize dexpc;
    const gchar * source_file;
    gint32 line_number;

    description = std_string_get_data (&frame->description);

    ret_type = strchr (description, '\\'') + 1;

    paren_open = strchr (ret_type, '(');
    paren_close = strchr (paren_open, ')');
    *paren_open = '\\0';
    *paren_close = '\\0';

    arg_types = paren_open + 1;

    token = strrchr (ret_type, '.');
    *token = '\\0';

    method_name = token + 1;

    token = strrchr (ret_type, ' ');
    *token = '\\0';

    class_name = token + 1;

    signature = g_string_sized_new (128);

    append_jni_type_name (signature, class_name, method_name - class_name - 1);
    g_string_append_c (signature, ',');
    g_string_append (signature, method_name);
    g_string_append (signature, ",(");

    if (arg_types != paren_close)
    {
      for (cursor = arg_types; cursor != NULL;)
      {
        gsize length;
        gchar * next;

        token = strstr (cursor, ", ");
        if (token != NULL)
        {
          length = token - cursor;
          next = token + 2;
        }
        else
        {
          length = paren_close - cursor;
          next = NULL;
        }

        append_jni_type_name (signature, cursor, length);

        cursor = next;
      }
    }

    g_string_append_c (signature, ')');

    append_jni_type_name (signature, ret_type, class_name - ret_type - 1);

    translated_method = translate_method (frame->method);
    dexpc = (translated_method == frame->method) ? frame->dexpc : 0;

    get_class_location (&location, GSIZE_TO_POINTER (translated_method->declaring_class));

    translate_location (translated_method, dexpc, &source_file, &line_number);

    json_builder_begin_object (b);

    json_builder_set_member_name (b, "signature");
    json_builder_add_string_value (b, signature->str);

    json_builder_set_member_name (b, "origin");
    json_builder_add_string_value (b, std_string_get_data (&location));

    json_builder_set_member_name (b, "className");
    json_builder_add_string_value (b, class_name);

    json_builder_set_member_name (b, "methodName");
    json_builder_add_string_value (b, method_name);

    json_builder_set_member_name (b, "methodFlags");
    json_builder_add_int_value (b, translated_method->access_flags);

    json_builder_set_member_name (b, "fileName");
    json_builder_add_string_value (b, source_file);

    json_builder_set_member_name (b, "lineNumber");
    json_builder_add_int_value (b, line_number);

    json_builder_end_object (b);

    std_string_destroy (&location);
    g_string_free (signature, TRUE);
  }

  json_builder_end_array (b);

  root = json_builder_get_root (b);
  backtrace->frames_json = json_to_string (root, FALSE);
  json_node_unref (root);

  return backtrace->frames_json;
}

static void
append_jni_type_name (GString * s,
                      const gchar * name,
                      gsize length)
{
  gchar shorty = '\\0';
  gsize i;

  switch (name[0])
  {
    case 'b':
      if (strncmp (name, "boolean", length) == 0)
        shorty = 'Z';
      else if (strncmp (name, "byte", length) == 0)
        shorty = 'B';
      break;
    case 'c':
      if (strncmp (name, "char", length) == 0)
        shorty = 'C';
      break;
    case 'd':
      if (strncmp (name, "double", length) == 0)
        shorty = 'D';
      break;
    case 'f':
      if (strncmp (name, "float", length) == 0)
        shorty = 'F';
      break;
    case 'i':
      if (strncmp (name, "int", length) == 0)
        shorty = 'I';
      break;
    case 'l':
      if (strncmp (name, "long", length) == 0)
        shorty = 'J';
      break;
    case 's':
      if (strncmp (name, "short", length) == 0)
        shorty = 'S';
      break;
    case 'v':
      if (strncmp (name, "void", length) == 0)
        shorty = 'V';
      break;
  }

  if (shorty != '\\0')
  {
    g_string_append_c (s, shorty);

    return;
  }

  if (length > 2 && name[length - 2] == '[' && name[length - 1] == ']')
  {
    g_string_append_c (s, '[');
    append_jni_type_name (s, name, length - 2);

    return;
  }

  g_string_append_c (s, 'L');

  for (i = 0; i != length; i++)
  {
    gchar ch = name[i];
    if (ch != '.')
      g_string_append_c (s, ch);
    else
      g_string_append_c (s, '/');
  }

  g_string_append_c (s, ';');
}

static void
std_string_destroy (StdString * str)
{
  bool is_large = (str->flags & 1) != 0;
  if (is_large)
    cxx_delete (str->large.data);
}

static gchar *
std_string_get_data (StdString * str)
{
  bool is_large = (str->flags & 1) != 0;
  return is_large ? str->large.data : str->tiny.data;
}
`,{current_backtrace:Memory.alloc(Process.pointerSize),perform_art_thread_state_transition:r,art_make_context:n["art::Thread::GetLongJumpContext"]??n["art::Context::Create"],art_stack_visitor_init:n["art::StackVisitor::StackVisitor"],art_stack_visitor_walk_stack:n["art::StackVisitor::WalkStack"],art_stack_visitor_get_method:n["art::StackVisitor::GetMethod"],art_stack_visitor_describe_location:n["art::StackVisitor::DescribeLocation"],translate_method:oe.replacedMethods.translate,translate_location:n["art::Monitor::TranslateLocation"],get_class_location:n["art::mirror::Class::GetLocation"],cxx_delete:n.$delete,strtoul:Process.getModuleByName("libc.so").getExportByName("strtoul")}),s=new NativeFunction(o._create,"pointer",["pointer","uint"],q),a=new NativeFunction(o._destroy,"void",["pointer"],q),l={exceptions:"propagate",scheduling:"exclusive"},i=new NativeFunction(o._get_id,"pointer",["pointer"],l),c=new NativeFunction(o._get_frames,"pointer",["pointer"],l),d=Yr(t,e,o._on_thread_state_transition_complete);o._performData=d,r.writePointer(d),o.backtrace=(p,u)=>{let _=s(p,u),h=new Mn(_);return Script.bindWeak(h,f.bind(null,_)),h};function f(p){a(p)}return o.getId=p=>i(p).readUtf8String(),o.getFrames=p=>JSON.parse(c(p).readUtf8String()),o}var Mn=class{constructor(e){this.handle=e}get id(){return nt.getId(this.handle)}get frames(){return nt.getFrames(this.handle)}};function Hn(){At.forEach(t=>{t.vtablePtr.writePointer(t.vtable),t.vtableCountPtr.writeS32(t.vtableCount)}),At.clear();for(let t of qr.splice(0))t.deactivate();for(let t of Dn.splice(0))t.revert()}function Bn(t){return Kr(t,"art::jni::JniIdManager::DecodeMethodId")}function Dr(t){return Kr(t,"art::jni::JniIdManager::DecodeFieldId")}function Kr(t,e){let n=V(),r=Hr(n).offset,o=r.jniIdManager,s=r.jniIdsIndirection;if(o!==null&&s!==null){let a=n.artRuntime;if(a.add(s).readInt()!==ri){let i=a.add(o).readPointer();return n[e](i,t)}}return t}var Ol={ia32:jl,x64:xl,arm:Pl,arm64:Rl};function jl(t,e,n,r,o){let s=Be(o).offset,a=he(o).offset,l;return Memory.patchCode(t,128,i=>{let c=new X86Writer(i,{pc:t}),d=new X86Relocator(e,c),f=[15,174,4,36],p=[15,174,12,36];c.putPushax(),c.putMovRegReg("ebp","esp"),c.putAndRegU32("esp",4294967280),c.putSubRegImm("esp",512),c.putBytes(f),c.putMovRegFsU32Ptr("ebx",s.self),c.putCallAddressWithAlignedArguments(oe.replacedMethods.findReplacementFromQuickCode,["eax","ebx"]),c.putTestRegReg("eax","eax"),c.putJccShortLabel("je","restore_registers","no-hint"),c.putMovRegOffsetPtrReg("ebp",28,"eax"),c.putLabel("restore_registers"),c.putBytes(p),c.putMovRegReg("esp","ebp"),c.putPopax(),c.putJccShortLabel("jne","invoke_replacement","no-hint");do l=d.readOne();while(l<n&&!d.eoi);d.writeAll(),d.eoi||c.putJmpAddress(e.add(l)),c.putLabel("invoke_replacement"),c.putJmpRegOffsetPtr("eax",a.quickCode),c.flush()}),l}function xl(t,e,n,r,o){let s=Be(o).offset,a=he(o).offset,l;return Memory.patchCode(t,256,i=>{let c=new X86Writer(i,{pc:t}),d=new X86Relocator(e,c),f=[15,174,4,36],p=[15,174,12,36];c.putPushax(),c.putMovRegReg("rbp","rsp"),c.putAndRegU32("rsp",4294967280),c.putSubRegImm("rsp",512),c.putBytes(f),c.putMovRegGsU32Ptr("rbx",s.self),c.putCallAddressWithAlignedArguments(oe.replacedMethods.findReplacementFromQuickCode,["rdi","rbx"]),c.putTestRegReg("rax","rax"),c.putJccShortLabel("je","restore_registers","no-hint"),c.putMovRegOffsetPtrReg("rbp",64,"rax"),c.putLabel("restore_registers"),c.putBytes(p),c.putMovRegReg("rsp","rbp"),c.putPopax(),c.putJccShortLabel("jne","invoke_replacement","no-hint");do l=d.readOne();while(l<n&&!d.eoi);d.writeAll(),d.eoi||c.putJmpAddress(e.add(l)),c.putLabel("invoke_replacement"),c.putJmpRegOffsetPtr("rdi",a.quickCode),c.flush()}),l}function Pl(t,e,n,r,o){let s=he(o).offset,a=e.and(Rn),l;return Memory.patchCode(t,128,i=>{let c=new ThumbWriter(i,{pc:t}),d=new ThumbRelocator(a,c),f=[45,237,16,10],p=[189,236,16,10];c.putPushRegs(["r1","r2","r3","r5","r6","r7","r8","r10","r11","lr"]),c.putBytes(f),c.putSubRegRegImm("sp","sp",8),c.putStrRegRegOffset("r0","sp",0),c.putCallAddressWithArguments(oe.replacedMethods.findReplacementFromQuickCode,["r0","r9"]),c.putCmpRegImm("r0",0),c.putBCondLabel("eq","restore_registers"),c.putStrRegRegOffset("r0","sp",0),c.putLabel("restore_registers"),c.putLdrRegRegOffset("r0","sp",0),c.putAddRegRegImm("sp","sp",8),c.putBytes(p),c.putPopRegs(["lr","r11","r10","r8","r7","r6","r5","r3","r2","r1"]),c.putBCondLabel("ne","invoke_replacement");do l=d.readOne();while(l<n&&!d.eoi);d.writeAll(),d.eoi||c.putLdrRegAddress("pc",e.add(l)),c.putLabel("invoke_replacement"),c.putLdrRegRegOffset("pc","r0",s.quickCode),c.flush()}),l}function Rl(t,e,n,{availableScratchRegs:r},o){let s=he(o).offset,a;return Memory.patchCode(t,256,l=>{let i=new Arm64Writer(l,{pc:t}),c=new Arm64Relocator(e,i);i.putPushRegReg("d0","d1"),i.putPushRegReg("d2","d3"),i.putPushRegReg("d4","d5"),i.putPushRegReg("d6","d7"),i.putPushRegReg("x1","x2"),i.putPushRegReg("x3","x4"),i.putPushRegReg("x5","x6"),i.putPushRegReg("x7","x20"),i.putPushRegReg("x21","x22"),i.putPushRegReg("x23","x24"),i.putPushRegReg("x25","x26"),i.putPushRegReg("x27","x28"),i.putPushRegReg("x29","lr"),i.putSubRegRegImm("sp","sp",16),i.putStrRegRegOffset("x0","sp",0),i.putCallAddressWithArguments(oe.replacedMethods.findReplacementFromQuickCode,["x0","x19"]),i.putCmpRegReg("x0","xzr"),i.putBCondLabel("eq","restore_registers"),i.putStrRegRegOffset("x0","sp",0),i.putLabel("restore_registers"),i.putLdrRegRegOffset("x0","sp",0),i.putAddRegRegImm("sp","sp",16),i.putPopRegReg("x29","lr"),i.putPopRegReg("x27","x28"),i.putPopRegReg("x25","x26"),i.putPopRegReg("x23","x24"),i.putPopRegReg("x21","x22"),i.putPopRegReg("x7","x20"),i.putPopRegReg("x5","x6"),i.putPopRegReg("x3","x4"),i.putPopRegReg("x1","x2"),i.putPopRegReg("d6","d7"),i.putPopRegReg("d4","d5"),i.putPopRegReg("d2","d3"),i.putPopRegReg("d0","d1"),i.putBCondLabel("ne","invoke_replacement");do a=c.readOne();while(a<n&&!c.eoi);if(c.writeAll(),!c.eoi){let d=Array.from(r)[0];i.putLdrRegAddress(d,e.add(a)),i.putBrReg(d)}i.putLabel("invoke_replacement"),i.putLdrRegRegOffset("x16","x0",s.quickCode),i.putBrReg("x16"),i.flush()}),a}var Fl={ia32:Jr,x64:Jr,arm:Dl,arm64:Jl};function Jr(t,e,n){Memory.patchCode(t,16,r=>{let o=new X86Writer(r,{pc:t});o.putJmpAddress(e),o.flush()})}function Dl(t,e,n){let r=t.and(Rn);Memory.patchCode(r,16,o=>{let s=new ThumbWriter(o,{pc:r});s.putLdrRegAddress("pc",e.or(1)),s.flush()})}function Jl(t,e,n){Memory.patchCode(t,16,r=>{let o=new Arm64Writer(r,{pc:t});n===16?o.putLdrRegAddress("x16",e):o.putAdrpRegAddress("x16",e),o.putBrReg("x16"),o.flush()})}var Ul={ia32:5,x64:16,arm:8,arm64:16},jt=class{constructor(e){this.quickCode=e,this.quickCodeAddress=Process.arch==="arm"?e.and(Rn):e,this.redirectSize=0,this.trampoline=null,this.overwrittenPrologue=null,this.overwrittenPrologueLength=0}_canRelocateCode(e,n){let r=An[Process.arch],o=_l[Process.arch],{quickCodeAddress:s}=this,a=new r(s),l=new o(s,a),i;if(Process.arch==="arm64"){let c=new Set(["x16","x17"]);do{let d=l.readOne(),f=new Set(c),{read:p,written:u}=l.input.regsAccessed;for(let _ of[p,u])for(let h of _){let m;h.startsWith("w")?m="x"+h.substring(1):m=h,f.delete(m)}if(f.size===0)break;i=d,c=f}while(i<e&&!l.eoi);n.availableScratchRegs=c}else do i=l.readOne();while(i<e&&!l.eoi);return i>=e}_allocateTrampoline(){Ct===null&&(Ct=Yt(y===4?128:256));let e=Ul[Process.arch],n,r,o=1,s={};if(y===4||this._canRelocateCode(e,s))n=e,r={};else{let a;Process.arch==="x64"?(n=5,a=oi):Process.arch==="arm64"&&(n=8,a=si,o=4096),r={near:this.quickCodeAddress,maxDistance:a}}return this.redirectSize=n,this.trampoline=Ct.allocateSlice(r,o),s}_destroyTrampoline(){Ct.freeSlice(this.trampoline)}activate(e){let n=this._allocateTrampoline(),{trampoline:r,quickCode:o,redirectSize:s}=this,a=Ol[Process.arch],l=a(r,o,s,n,e);this.overwrittenPrologueLength=l,this.overwrittenPrologue=Memory.dup(this.quickCodeAddress,l);let i=Fl[Process.arch];i(o,r,s)}deactivate(){let{quickCodeAddress:e,overwrittenPrologueLength:n}=this,r=An[Process.arch];Memory.patchCode(e,n,o=>{let s=new r(o,{pc:e}),{overwrittenPrologue:a}=this;s.putBytes(a.readByteArray(n)),s.flush()}),this._destroyTrampoline()}};function zl(t){let e=V(),{module:n,artClassLinker:r}=e;return t.equals(r.quickGenericJniTrampoline)||t.equals(r.quickToInterpreterBridgeTrampoline)||t.equals(r.quickResolutionTrampoline)||t.equals(r.quickImtConflictTrampoline)||t.compare(n.base)>=0&&t.compare(n.base.add(n.size))<0}var On=class{constructor(e){let n=Bn(e);this.methodId=n,this.originalMethod=null,this.hookedMethodId=n,this.replacementMethodId=null,this.interceptor=null}replace(e,n,r,o,s){let{kAccCompileDontBother:a,artNterpEntryPoint:l}=s;this.originalMethod=Ur(this.methodId,o);let i=this.originalMethod.accessFlags;if((i&ni)!==0&&Vl()){let u=this.originalMethod.jniCode;this.hookedMethodId=u.add(2*y).readPointer(),this.originalMethod=Ur(this.hookedMethodId,o)}let{hookedMethodId:c}=this,d=$l(c,o);this.replacementMethodId=d,Lt(d,{jniCode:e,accessFlags:(i&~(Qa|Ka|Lr)|Nt|a)>>>0,quickCode:s.artClassLinker.quickGenericJniTrampoline,interpreterCode:s.artInterpreterToCompiledCodeBridge},o);let f=Gr|Xa|Lr;(i&Nt)===0&&(f|=Ya),Lt(c,{accessFlags:(i&~f|a)>>>0},o);let p=this.originalMethod.quickCode;if(l!==null&&p.equals(l)&&Lt(c,{quickCode:s.artQuickToInterpreterBridge},o),!zl(p)){let u=new jt(p);u.activate(o),this.interceptor=u}oe.replacedMethods.set(c,d),ml(c,o)}revert(e){let{hookedMethodId:n,interceptor:r}=this;Lt(n,this.originalMethod,e),oe.replacedMethods.delete(n),r!==null&&(r.deactivate(),this.interceptor=null)}resolveTarget(e,n,r,o){return this.hookedMethodId}};function Vl(){return ee()<28}function Ur(t,e){let r=he(e).offset;return["jniCode","accessFlags","quickCode","interpreterCode"].reduce((o,s)=>{let a=r[s];if(a===void 0)return o;let l=t.add(a),i=s==="accessFlags"?Ga:$a;return o[s]=i.call(l),o},{})}function Lt(t,e,n){let o=he(n).offset;Object.keys(e).forEach(s=>{let a=o[s];if(a===void 0)return;let l=t.add(a);(s==="accessFlags"?Ha:Ba).call(l,e[s])})}var jn=class{constructor(e){this.methodId=e,this.originalMethod=null}replace(e,n,r,o,s){let{methodId:a}=this;this.originalMethod=Memory.dup(a,mn);let l=r.reduce((p,u)=>p+u.size,0);n&&l++;let i=(a.add(Tr).readU32()|Nt)>>>0,c=l,d=0,f=l;a.add(Tr).writeU32(i),a.add(ui).writeU16(c),a.add(pi).writeU16(d),a.add(fi).writeU16(f),a.add(_i).writeU32(Gl(a)),s.dvmUseJNIBridge(a,e)}revert(e){Memory.copy(this.methodId,this.originalMethod,mn)}resolveTarget(e,n,r,o){let s=r.handle.add($r).readPointer(),a;if(n)a=o.dvmDecodeIndirectRef(s,e.$h);else{let p=e.$borrowClassHandle(r);a=o.dvmDecodeIndirectRef(s,p.value),p.unref(r)}let l;n?l=a.add(ci).readPointer():l=a;let i=l.toString(16),c=At.get(i);if(c===void 0){let p=l.add(li),u=l.add(ii),_=p.readPointer(),h=u.readS32(),m=h*y,g=Memory.alloc(2*m);Memory.copy(g,_,m),p.writePointer(g),c={classObject:l,vtablePtr:p,vtableCountPtr:u,vtable:_,vtableCount:h,shadowVtable:g,shadowVtableCount:h,targetMethods:new Map},At.set(i,c)}let d=this.methodId.toString(16),f=c.targetMethods.get(d);if(f===void 0){f=Memory.dup(this.originalMethod,mn);let p=c.shadowVtableCount++;c.shadowVtable.add(p*y).writePointer(f),f.add(di).writeU16(p),c.vtableCountPtr.writeS32(c.shadowVtableCount),c.targetMethods.set(d,f)}return f}};function Gl(t){if(Process.arch!=="ia32")return Nr;let e=t.add(hi).readPointer().readCString();if(e===null||e.length===0||e.length>65535)return Nr;let n;switch(e[0]){case"V":n=mi;break;case"F":n=gi;break;case"D":n=bi;break;case"J":n=vi;break;case"Z":case"B":n=wi;break;case"C":n=Si;break;case"S":n=Ei;break;default:n=yi;break}let r=0;for(let o=e.length-1;o>0;o--){let s=e[o];r+=s==="D"||s==="J"?2:1}return n<<ki|r}function $l(t,e){let n=V();if(ee()<23){let r=n["art::Thread::CurrentFromGdb"]();return n["art::mirror::Object::Clone"](t,r)}return Memory.dup(t,he(e).size)}function Zn(t,e,n){Qr(t,e,Cn,n)}function qn(t,e){Qr(t,e,In)}function Wn(t,e){let n=V();if(ee()<26)throw new Error("This API is only available on Android >= 8.0");ge(t,e,r=>{n["art::Runtime::DeoptimizeBootImage"](n.artRuntime)})}function Qr(t,e,n,r){let o=V();if(ee()<24)throw new Error("This API is only available on Android >= 7.0");ge(t,e,s=>{if(ee()<30){if(!o.isJdwpStarted()){let l=Hl(o);ji.push(l)}o.isDebuggerActive()||o["art::Dbg::GoActive"]();let a=Memory.alloc(8+y);switch(a.writeU32(n),n){case In:break;case Cn:a.add(8).writePointer(r);break;default:throw new Error("Unsupported deoptimization kind")}o["art::Dbg::RequestDeoptimization"](a),o["art::Dbg::ManageDeoptimization"]()}else{let a=o.artInstrumentation;if(a===null)throw new Error("Unable to find Instrumentation class in ART; please file a bug");let l=o["art::Instrumentation::EnableDeoptimization"];switch(l!==void 0&&(a.add(Ti().offset.deoptimizationEnabled).readU8()||l(a)),n){case In:o["art::Instrumentation::DeoptimizeEverything"](a,Memory.allocUtf8String("frida"));break;case Cn:o["art::Instrumentation::Deoptimize"](a,r);break;default:throw new Error("Unsupported deoptimization kind")}}})}var xn=class{constructor(){let e=Process.getModuleByName("libart.so"),n=e.getExportByName("_ZN3art4JDWP12JdwpAdbState6AcceptEv"),r=e.getExportByName("_ZN3art4JDWP12JdwpAdbState15ReceiveClientFdEv"),o=zr(),s=zr();this._controlFd=o[0],this._clientFd=s[0];let a=null;a=Interceptor.attach(n,function(l){let i=l[0];Memory.scanSync(i.add(8252),256,"00 ff ff ff ff 00")[0].address.add(1).writeS32(o[1]),a.detach()}),Interceptor.replace(r,new NativeCallback(function(l){return Interceptor.revert(r),s[1]},"int",["pointer"])),Interceptor.flush(),this._handshakeRequest=this._performHandshake()}async _performHandshake(){let e=new UnixInputStream(this._clientFd,{autoClose:!1}),n=new UnixOutputStream(this._clientFd,{autoClose:!1}),r=[74,68,87,80,45,72,97,110,100,115,104,97,107,101];try{await n.writeAll(r),await e.readAll(r.length)}catch{}}};function Hl(t){let e=new xn;t["art::Dbg::SetJdwpAllowed"](1);let n=Bl();t["art::Dbg::ConfigureJdwp"](n);let r=t["art::InternalDebuggerControlCallback::StartDebugger"];return r!==void 0?r(NULL):t["art::Dbg::StartJdwp"](),e}function Bl(){let t=ee()<28?2:3,e=0,n=t,r=!0,o=!1,s=e,a=8+ot+2,l=Memory.alloc(a);return l.writeU32(n).add(4).writeU8(r?1:0).add(1).writeU8(o?1:0).add(1).add(ot).writeU16(s),l}function zr(){yn===null&&(yn=new NativeFunction(Process.getModuleByName("libc.so").getExportByName("socketpair"),"int",["int","int","int","pointer"]));let t=Memory.alloc(8);if(yn(Ci,Li,0,t)===-1)throw new Error("Unable to create socketpair for JDWP");return[t.readS32(),t.add(4).readS32()]}function Zl(t){let e=Fi().offset,n=t.vm.add(e.globalsLock),r=t.vm.add(e.globals),o=t["art::IndirectReferenceTable::Add"],s=t["art::ReaderWriterMutex::ExclusiveLock"],a=t["art::ReaderWriterMutex::ExclusiveUnlock"],l=0;return function(i,c,d){s(n,c);try{return o(r,l,d)}finally{a(n,c)}}}function ql(t){let e=t["art::Thread::DecodeJObject"];if(e===void 0)throw new Error("art::Thread::DecodeJObject is not available; please file a bug");return function(n,r,o){return e(r,o)}}var Wl={ia32:Vr,x64:Vr,arm:Kl,arm64:Ql};function Yr(t,e,n){let r=V(),o=e.handle.readPointer(),s,a=r.find("_ZN3art3JNIILb1EE14ExceptionClearEP7_JNIEnv");a!==null?s=a:s=o.add(Rt).readPointer();let l,i=r.find("_ZN3art3JNIILb1EE10FatalErrorEP7_JNIEnvPKc");i!==null?l=i:l=o.add(ai).readPointer();let c=Wl[Process.arch];if(c===void 0)throw new Error("Not yet implemented for "+Process.arch);let d=null,f=Be(t).offset,p=f.exception,u=new Set,_=f.isExceptionReportedToInstrumentation;_!==null&&u.add(_);let h=f.throwLocation;h!==null&&(u.add(h),u.add(h+y),u.add(h+2*y));let m=65536,g=Memory.alloc(m);return Memory.patchCode(g,m,v=>{d=c(v,g,s,l,p,u,n)}),d._code=g,d._callback=n,d}function Vr(t,e,n,r,o,s,a){let l={},i=new Set,c=[n];for(;c.length>0;){let h=c.shift();if(Object.values(l).some(({begin:M,end:j})=>h.compare(M)>=0&&h.compare(j)<0))continue;let g=h.toString(),v={begin:h},k=null,C=!1;do{if(h.equals(r)){C=!0;break}let M=Instruction.parse(h);k=M;let j=l[M.address.toString()];if(j!==void 0){delete l[j.begin.toString()],l[g]=j,j.begin=v.begin,v=null;break}let A=null;switch(M.mnemonic){case"jmp":A=ptr(M.operands[0].value),C=!0;break;case"je":case"jg":case"jle":case"jne":case"js":A=ptr(M.operands[0].value);break;case"ret":C=!0;break}A!==null&&(i.add(A.toString()),c.push(A),c.sort((N,E)=>N.compare(E))),h=M.next}while(!C);v!==null&&(v.end=k.address.add(k.size),l[g]=v)}let d=Object.keys(l).map(h=>l[h]);d.sort((h,m)=>h.begin.compare(m.begin));let f=l[n.toString()];d.splice(d.indexOf(f),1),d.unshift(f);let p=new X86Writer(t,{pc:e}),u=!1,_=null;return d.forEach(h=>{let m=h.end.sub(h.begin).toInt32(),g=new X86Relocator(h.begin,p),v;for(;(v=g.readOne())!==0;){let k=g.input,{mnemonic:C}=k,M=k.address.toString();i.has(M)&&p.putLabel(M);let j=!0;switch(C){case"jmp":p.putJmpNearLabel(pe(k.operands[0])),j=!1;break;case"je":case"jg":case"jle":case"jne":case"js":p.putJccNearLabel(C,pe(k.operands[0]),"no-hint"),j=!1;break;case"mov":{let[A,N]=k.operands;if(A.type==="mem"&&N.type==="imm"){let E=A.value,L=E.disp;if(L===o&&N.value.valueOf()===0){if(_=E.base,p.putPushfx(),p.putPushax(),p.putMovRegReg("xbp","xsp"),y===4)p.putAndRegU32("esp",4294967280);else{let O=_!=="rdi"?"rdi":"rsi";p.putMovRegU64(O,uint64("0xfffffffffffffff0")),p.putAndRegReg("rsp",O)}p.putCallAddressWithAlignedArguments(a,[_]),p.putMovRegReg("xsp","xbp"),p.putPopax(),p.putPopfx(),u=!0,j=!1}else s.has(L)&&E.base===_&&(j=!1)}break}case"call":{let A=k.operands[0];A.type==="mem"&&A.value.disp===Rt&&(y===4?(p.putPopReg("eax"),p.putMovRegRegOffsetPtr("eax","eax",4),p.putPushReg("eax")):p.putMovRegRegOffsetPtr("rdi","rdi",8),p.putCallAddressWithArguments(a,[]),u=!0,j=!1);break}}if(j?g.writeAll():g.skipOne(),v===m)break}g.dispose()}),p.dispose(),u||Kn(),new NativeFunction(e,"void",["pointer"],q)}function Kl(t,e,n,r,o,s,a){let l={},i=new Set,c=ptr(1).not(),d=[n];for(;d.length>0;){let g=d.shift();if(Object.values(l).some(({begin:L,end:O})=>g.compare(L)>=0&&g.compare(O)<0))continue;let k=g.and(c),C=k.toString(),M=g.and(1),j={begin:k},A=null,N=!1,E=0;do{if(g.equals(r)){N=!0;break}let L=Instruction.parse(g),{mnemonic:O}=L;A=L;let x=g.and(c).toString(),F=l[x];if(F!==void 0){delete l[F.begin.toString()],l[C]=F,F.begin=j.begin,j=null;break}let D=E===0,R=null;switch(O){case"b":R=ptr(L.operands[0].value),N=D;break;case"beq.w":case"beq":case"bne":case"bne.w":case"bgt":R=ptr(L.operands[0].value);break;case"cbz":case"cbnz":R=ptr(L.operands[1].value);break;case"pop.w":D&&(N=L.operands.filter(U=>U.value==="pc").length===1);break}switch(O){case"it":E=1;break;case"itt":E=2;break;case"ittt":E=3;break;case"itttt":E=4;break;default:E>0&&E--;break}R!==null&&(i.add(R.toString()),d.push(R.or(M)),d.sort((U,X)=>U.compare(X))),g=L.next}while(!N);j!==null&&(j.end=A.address.add(A.size),l[C]=j)}let f=Object.keys(l).map(g=>l[g]);f.sort((g,v)=>g.begin.compare(v.begin));let p=l[n.and(c).toString()];f.splice(f.indexOf(p),1),f.unshift(p);let u=new ThumbWriter(t,{pc:e}),_=!1,h=null,m=null;return f.forEach(g=>{let v=new ThumbRelocator(g.begin,u),k=g.begin,C=g.end,M=0;do{if(v.readOne()===0)throw new Error("Unexpected end of block");let A=v.input;k=A.address,M=A.size;let{mnemonic:N}=A,E=k.toString();i.has(E)&&u.putLabel(E);let L=!0;switch(N){case"b":u.putBLabel(pe(A.operands[0])),L=!1;break;case"beq.w":u.putBCondLabelWide("eq",pe(A.operands[0])),L=!1;break;case"bne.w":u.putBCondLabelWide("ne",pe(A.operands[0])),L=!1;break;case"beq":case"bne":case"bgt":u.putBCondLabelWide(N.substr(1),pe(A.operands[0])),L=!1;break;case"cbz":{let O=A.operands;u.putCbzRegLabel(O[0].value,pe(O[1])),L=!1;break}case"cbnz":{let O=A.operands;u.putCbnzRegLabel(O[0].value,pe(O[1])),L=!1;break}case"str":case"str.w":{let O=A.operands[1].value,S=O.disp;if(S===o){h=O.base;let x=h!=="r4"?"r4":"r5",F=["r0","r1","r2","r3",x,"r9","r12","lr"];u.putPushRegs(F),u.putMrsRegReg(x,"apsr-nzcvq"),u.putCallAddressWithArguments(a,[h]),u.putMsrRegReg("apsr-nzcvq",x),u.putPopRegs(F),_=!0,L=!1}else s.has(S)&&O.base===h&&(L=!1);break}case"ldr":{let[O,S]=A.operands;if(S.type==="mem"){let x=S.value;x.base[0]==="r"&&x.disp===Rt&&(m=O.value)}break}case"blx":A.operands[0].value===m&&(u.putLdrRegRegOffset("r0","r0",4),u.putCallAddressWithArguments(a,["r0"]),_=!0,m=null,L=!1);break}L?v.writeAll():v.skipOne()}while(!k.add(M).equals(C));v.dispose()}),u.dispose(),_||Kn(),new NativeFunction(e.or(1),"void",["pointer"],q)}function Ql(t,e,n,r,o,s,a){let l={},i=new Set,c=[n];for(;c.length>0;){let g=c.shift();if(Object.values(l).some(({begin:A,end:N})=>g.compare(A)>=0&&g.compare(N)<0))continue;let k=g.toString(),C={begin:g},M=null,j=!1;do{if(g.equals(r)){j=!0;break}let A;try{A=Instruction.parse(g)}catch(L){if(g.readU32()===0){j=!0;break}else throw L}M=A;let N=l[A.address.toString()];if(N!==void 0){delete l[N.begin.toString()],l[k]=N,N.begin=C.begin,C=null;break}let E=null;switch(A.mnemonic){case"b":E=ptr(A.operands[0].value),j=!0;break;case"b.eq":case"b.ne":case"b.le":case"b.gt":E=ptr(A.operands[0].value);break;case"cbz":case"cbnz":E=ptr(A.operands[1].value);break;case"tbz":case"tbnz":E=ptr(A.operands[2].value);break;case"ret":j=!0;break}E!==null&&(i.add(E.toString()),c.push(E),c.sort((L,O)=>L.compare(O))),g=A.next}while(!j);C!==null&&(C.end=M.address.add(M.size),l[k]=C)}let d=Object.keys(l).map(g=>l[g]);d.sort((g,v)=>g.begin.compare(v.begin));let f=l[n.toString()];d.splice(d.indexOf(f),1),d.unshift(f);let p=new Arm64Writer(t,{pc:e});p.putBLabel("performTransition");let u=e.add(p.offset);p.putPushAllXRegisters(),p.putCallAddressWithArguments(a,["x0"]),p.putPopAllXRegisters(),p.putRet(),p.putLabel("performTransition");let _=!1,h=null,m=null;return d.forEach(g=>{let v=g.end.sub(g.begin).toInt32(),k=new Arm64Relocator(g.begin,p),C;for(;(C=k.readOne())!==0;){let M=k.input,{mnemonic:j}=M,A=M.address.toString();i.has(A)&&p.putLabel(A);let N=!0;switch(j){case"b":p.putBLabel(pe(M.operands[0])),N=!1;break;case"b.eq":case"b.ne":case"b.le":case"b.gt":p.putBCondLabel(j.substr(2),pe(M.operands[0])),N=!1;break;case"cbz":{let E=M.operands;p.putCbzRegLabel(E[0].value,pe(E[1])),N=!1;break}case"cbnz":{let E=M.operands;p.putCbnzRegLabel(E[0].value,pe(E[1])),N=!1;break}case"tbz":{let E=M.operands;p.putTbzRegImmLabel(E[0].value,E[1].value.valueOf(),pe(E[2])),N=!1;break}case"tbnz":{let E=M.operands;p.putTbnzRegImmLabel(E[0].value,E[1].value.valueOf(),pe(E[2])),N=!1;break}case"str":{let E=M.operands,L=E[0].value,O=E[1].value,S=O.disp;L==="xzr"&&S===o?(h=O.base,p.putPushRegReg("x0","lr"),p.putMovRegReg("x0",h),p.putBlImm(u),p.putPopRegReg("x0","lr"),_=!0,N=!1):s.has(S)&&O.base===h&&(N=!1);break}case"ldr":{let E=M.operands,L=E[1].value;L.base[0]==="x"&&L.disp===Rt&&(m=E[0].value);break}case"blr":M.operands[0].value===m&&(p.putLdrRegRegOffset("x0","x0",8),p.putCallAddressWithArguments(a,["x0"]),_=!0,m=null,N=!1);break}if(N?k.writeAll():k.skipOne(),C===v)break}k.dispose()}),p.dispose(),_||Kn(),new NativeFunction(e,"void",["pointer"],q)}function Kn(){throw new Error("Unable to parse ART internals; please file a bug")}function Yl(t){let e=t["art::ArtMethod::PrettyMethod"];e!==void 0&&(Interceptor.attach(e.impl,oe.hooks.ArtMethod.prettyMethod),Interceptor.flush())}function pe(t){return ptr(t.value).toString()}function Xl(t,e){return new NativeFunction(t,"pointer",e,q)}function ec(t,e){let n=new NativeFunction(t,"void",["pointer"].concat(e),q);return function(){let r=Memory.alloc(y);return n(r,...arguments),r.readPointer()}}function Tt(t,e){let{arch:n}=Process;switch(n){case"ia32":case"arm64":{let r;n==="ia32"?r=He(64,a=>{let l=1+e.length,i=l*4;a.putSubRegImm("esp",i);for(let c=0;c!==l;c++){let d=c*4;a.putMovRegRegOffsetPtr("eax","esp",i+4+d),a.putMovRegOffsetPtrReg("esp",d,"eax")}a.putCallAddress(t),a.putAddRegImm("esp",i-4),a.putRet()}):r=He(32,a=>{a.putMovRegReg("x8","x0"),e.forEach((l,i)=>{a.putMovRegReg("x"+i,"x"+(i+1))}),a.putLdrRegAddress("x7",t),a.putBrReg("x7")});let o=new NativeFunction(r,"void",["pointer"].concat(e),q),s=function(...a){o(...a)};return s.handle=r,s.impl=t,s}default:{let r=new NativeFunction(t,"void",["pointer"].concat(e),q);return r.impl=t,r}}}var xt=class{constructor(){this.handle=Memory.alloc(ot)}dispose(){let[e,n]=this._getData();n||V().$delete(e)}disposeToString(){let e=this.toString();return this.dispose(),e}toString(){let[e]=this._getData();return e.readUtf8String()}_getData(){let e=this.handle,n=(e.readU8()&1)===0;return[n?e.add(1):e.add(2*y).readPointer(),n]}},Pn=class{$delete(){this.dispose(),V().$delete(this)}constructor(e,n){this.handle=e,this._begin=e,this._end=e.add(y),this._storage=e.add(2*y),this._elementSize=n}init(){this.begin=NULL,this.end=NULL,this.storage=NULL}dispose(){V().$delete(this.begin)}get begin(){return this._begin.readPointer()}set begin(e){this._begin.writePointer(e)}get end(){return this._end.readPointer()}set end(e){this._end.writePointer(e)}get storage(){return this._storage.readPointer()}set storage(e){this._storage.writePointer(e)}get size(){return this.end.sub(this.begin).toInt32()/this._elementSize}},st=class t extends Pn{static $new(){let e=new t(V().$new(Ii));return e.init(),e}constructor(e){super(e,y)}get handles(){let e=[],n=this.begin,r=this.end;for(;!n.equals(r);)e.push(n.readPointer()),n=n.add(y);return e}},tc=0,Xr=y,eo=Xr+4,nc=-1,Pt=class t{$delete(){this.dispose(),V().$delete(this)}constructor(e){this.handle=e,this._link=e.add(tc),this._numberOfReferences=e.add(Xr)}init(e,n){this.link=e,this.numberOfReferences=n}dispose(){}get link(){return new t(this._link.readPointer())}set link(e){this._link.writePointer(e)}get numberOfReferences(){return this._numberOfReferences.readS32()}set numberOfReferences(e){this._numberOfReferences.writeS32(e)}},to=ac(eo),no=to+y,rc=no+y,at=class t extends Pt{static $new(e,n){let r=new t(V().$new(rc));return r.init(e,n),r}constructor(e){super(e),this._self=e.add(to),this._currentScope=e.add(no);let o=(64-y-4-4)/4;this._scopeLayout=rt.layoutForCapacity(o),this._topHandleScopePtr=null}init(e,n){let r=e.add(Be(n).offset.topHandleScope);this._topHandleScopePtr=r,super.init(r.readPointer(),nc),this.self=e,this.currentScope=rt.$new(this._scopeLayout),r.writePointer(this)}dispose(){this._topHandleScopePtr.writePointer(this.link);let e;for(;(e=this.currentScope)!==null;){let n=e.link;e.$delete(),this.currentScope=n}}get self(){return this._self.readPointer()}set self(e){this._self.writePointer(e)}get currentScope(){let e=this._currentScope.readPointer();return e.isNull()?null:new rt(e,this._scopeLayout)}set currentScope(e){this._currentScope.writePointer(e)}newHandle(e){return this.currentScope.newHandle(e)}},rt=class t extends Pt{static $new(e){let n=new t(V().$new(e.size),e);return n.init(),n}constructor(e,n){super(e);let{offset:r}=n;this._refsStorage=e.add(r.refsStorage),this._pos=e.add(r.pos),this._layout=n}init(){super.init(NULL,this._layout.numberOfReferences),this.pos=0}get pos(){return this._pos.readU32()}set pos(e){this._pos.writeU32(e)}newHandle(e){let n=this.pos,r=this._refsStorage.add(n*4);return r.writeS32(e.toInt32()),this.pos=n+1,r}static layoutForCapacity(e){let n=eo,r=n+e*4;return{size:r+4,numberOfReferences:e,offset:{refsStorage:n,pos:r}}}},oc={arm:function(t,e){let n=Process.pageSize,r=Memory.alloc(n);Memory.protect(r,n,"rwx");let o=new NativeCallback(e,"void",["pointer"]);r._onMatchCallback=o;let s=[26625,18947,17041,53505,19202,18200,18288,48896],a=s.length*2,l=a+4,i=l+4;return Memory.patchCode(r,i,function(c){s.forEach((d,f)=>{c.add(f*2).writeU16(d)}),c.add(a).writeS32(t),c.add(l).writePointer(o)}),r.or(1)},arm64:function(t,e){let n=Process.pageSize,r=Memory.alloc(n);Memory.protect(r,n,"rwx");let o=new NativeCallback(e,"void",["pointer"]);r._onMatchCallback=o;let s=[3107979265,402653378,1795293247,1409286241,1476395139,3592355936,3596551104],a=s.length*4,l=a+4,i=l+8;return Memory.patchCode(r,i,function(c){s.forEach((d,f)=>{c.add(f*4).writeU32(d)}),c.add(a).writeS32(t),c.add(l).writePointer(o)}),r}};function Qn(t,e){return(oc[Process.arch]||sc)(t,e)}function sc(t,e){return new NativeCallback(n=>{n.readS32()===t&&e(n)},"void",["pointer","pointer"])}function ac(t){let e=t%y;return e!==0?t+y-e:t}var ic=4,{pointerSize:z}=Process,lc=256,cc=65536,dc=131072,uc=33554432,pc=67108864,fc=134217728,De={exceptions:"propagate"},ao=le(Cc),hc=le(Tc),_c=le(wc),Yn=null,Xn=!1,Ut=new Map,lt=new Map;function we(){return Yn===null&&(Yn=mc()),Yn}function mc(){let t=Process.enumerateModules().filter(i=>/jvm.(dll|dylib|so)$/.test(i.name));if(t.length===0)return null;let e=t[0],n={flavor:"jvm"},r=Process.platform==="windows"?[{module:e,functions:{JNI_GetCreatedJavaVMs:["JNI_GetCreatedJavaVMs","int",["pointer","int","pointer"]],JVM_Sleep:["JVM_Sleep","void",["pointer","pointer","long"]],"VMThread::execute":["VMThread::execute","void",["pointer"]],"Method::size":["Method::size","int",["int"]],"Method::set_native_function":["Method::set_native_function","void",["pointer","pointer","int"]],"Method::clear_native_function":["Method::clear_native_function","void",["pointer"]],"Method::jmethod_id":["Method::jmethod_id","pointer",["pointer"]],"ClassLoaderDataGraph::classes_do":["ClassLoaderDataGraph::classes_do","void",["pointer"]],"NMethodSweeper::sweep_code_cache":["NMethodSweeper::sweep_code_cache","void",[]],"OopMapCache::flush_obsolete_entries":["OopMapCache::flush_obsolete_entries","void",["pointer"]]},variables:{"VM_RedefineClasses::`vftable'":function(i){this.vtableRedefineClasses=i},"VM_RedefineClasses::doit":function(i){this.redefineClassesDoIt=i},"VM_RedefineClasses::doit_prologue":function(i){this.redefineClassesDoItPrologue=i},"VM_RedefineClasses::doit_epilogue":function(i){this.redefineClassesDoItEpilogue=i},"VM_RedefineClasses::allow_nested_vm_operations":function(i){this.redefineClassesAllow=i},"NMethodSweeper::_traversals":function(i){this.traversals=i},"NMethodSweeper::_should_sweep":function(i){this.shouldSweep=i}},optionals:[]}]:[{module:e,functions:{JNI_GetCreatedJavaVMs:["JNI_GetCreatedJavaVMs","int",["pointer","int","pointer"]],_ZN6Method4sizeEb:["Method::size","int",["int"]],_ZN6Method19set_native_functionEPhb:["Method::set_native_function","void",["pointer","pointer","int"]],_ZN6Method21clear_native_functionEv:["Method::clear_native_function","void",["pointer"]],_ZN6Method24restore_unshareable_infoEP10JavaThread:["Method::restore_unshareable_info","void",["pointer","pointer"]],_ZN6Method24restore_unshareable_infoEP6Thread:["Method::restore_unshareable_info","void",["pointer","pointer"]],_ZN6Method11link_methodERK12methodHandleP10JavaThread:["Method::link_method","void",["pointer","pointer","pointer"]],_ZN6Method10jmethod_idEv:["Method::jmethod_id","pointer",["pointer"]],_ZN6Method10clear_codeEv:function(i){let c=new NativeFunction(i,"void",["pointer"],De);this["Method::clear_code"]=function(d){c(d)}},_ZN6Method10clear_codeEb:function(i){let c=new NativeFunction(i,"void",["pointer","int"],De),d=0;this["Method::clear_code"]=function(f){c(f,d)}},_ZN18VM_RedefineClasses19mark_dependent_codeEP13InstanceKlass:["VM_RedefineClasses::mark_dependent_code","void",["pointer","pointer"]],_ZN18VM_RedefineClasses20flush_dependent_codeEv:["VM_RedefineClasses::flush_dependent_code","void",[]],_ZN18VM_RedefineClasses20flush_dependent_codeEP13InstanceKlassP6Thread:["VM_RedefineClasses::flush_dependent_code","void",["pointer","pointer","pointer"]],_ZN18VM_RedefineClasses20flush_dependent_codeE19instanceKlassHandleP6Thread:["VM_RedefineClasses::flush_dependent_code","void",["pointer","pointer","pointer"]],_ZN19ResolvedMethodTable21adjust_method_entriesEPb:["ResolvedMethodTable::adjust_method_entries","void",["pointer"]],_ZN15MemberNameTable21adjust_method_entriesEP13InstanceKlassPb:["MemberNameTable::adjust_method_entries","void",["pointer","pointer","pointer"]],_ZN17ConstantPoolCache21adjust_method_entriesEPb:function(i){let c=new NativeFunction(i,"void",["pointer","pointer"],De);this["ConstantPoolCache::adjust_method_entries"]=function(d,f,p){c(d,p)}},_ZN17ConstantPoolCache21adjust_method_entriesEP13InstanceKlassPb:function(i){let c=new NativeFunction(i,"void",["pointer","pointer","pointer"],De);this["ConstantPoolCache::adjust_method_entries"]=function(d,f,p){c(d,f,p)}},_ZN20ClassLoaderDataGraph10classes_doEP12KlassClosure:["ClassLoaderDataGraph::classes_do","void",["pointer"]],_ZN20ClassLoaderDataGraph22clean_deallocate_listsEb:["ClassLoaderDataGraph::clean_deallocate_lists","void",["int"]],_ZN10JavaThread27thread_from_jni_environmentEP7JNIEnv_:["JavaThread::thread_from_jni_environment","pointer",["pointer"]],_ZN8VMThread7executeEP12VM_Operation:["VMThread::execute","void",["pointer"]],_ZN11OopMapCache22flush_obsolete_entriesEv:["OopMapCache::flush_obsolete_entries","void",["pointer"]],_ZN14NMethodSweeper11force_sweepEv:["NMethodSweeper::force_sweep","void",[]],_ZN14NMethodSweeper16sweep_code_cacheEv:["NMethodSweeper::sweep_code_cache","void",[]],_ZN14NMethodSweeper17sweep_in_progressEv:["NMethodSweeper::sweep_in_progress","bool",[]],JVM_Sleep:["JVM_Sleep","void",["pointer","pointer","long"]]},variables:{_ZN18VM_RedefineClasses14_the_class_oopE:function(i){this.redefineClass=i},_ZN18VM_RedefineClasses10_the_classE:function(i){this.redefineClass=i},_ZN18VM_RedefineClasses25AdjustCpoolCacheAndVtable8do_klassEP5Klass:function(i){this.doKlass=i},_ZN18VM_RedefineClasses22AdjustAndCleanMetadata8do_klassEP5Klass:function(i){this.doKlass=i},_ZTV18VM_RedefineClasses:function(i){this.vtableRedefineClasses=i},_ZN18VM_RedefineClasses4doitEv:function(i){this.redefineClassesDoIt=i},_ZN18VM_RedefineClasses13doit_prologueEv:function(i){this.redefineClassesDoItPrologue=i},_ZN18VM_RedefineClasses13doit_epilogueEv:function(i){this.redefineClassesDoItEpilogue=i},_ZN18VM_RedefineClassesD0Ev:function(i){this.redefineClassesDispose0=i},_ZN18VM_RedefineClassesD1Ev:function(i){this.redefineClassesDispose1=i},_ZNK18VM_RedefineClasses26allow_nested_vm_operationsEv:function(i){this.redefineClassesAllow=i},_ZNK18VM_RedefineClasses14print_on_errorEP12outputStream:function(i){this.redefineClassesOnError=i},_ZN13InstanceKlass33create_new_default_vtable_indicesEiP10JavaThread:function(i){this.createNewDefaultVtableIndices=i},_ZN13InstanceKlass33create_new_default_vtable_indicesEiP6Thread:function(i){this.createNewDefaultVtableIndices=i},_ZN19Abstract_VM_Version19jre_release_versionEv:function(i){let d=new NativeFunction(i,"pointer",[],De)().readCString();this.version=d.startsWith("1.8")?8:d.startsWith("9.")?9:parseInt(d.slice(0,2),10),this.versionS=d},_ZN14NMethodSweeper11_traversalsE:function(i){this.traversals=i},_ZN14NMethodSweeper21_sweep_fractions_leftE:function(i){this.fractions=i},_ZN14NMethodSweeper13_should_sweepE:function(i){this.shouldSweep=i}},optionals:["_ZN6Method24restore_unshareable_infoEP10JavaThread","_ZN6Method24restore_unshareable_infoEP6Thread","_ZN6Method11link_methodERK12methodHandleP10JavaThread","_ZN6Method10clear_codeEv","_ZN6Method10clear_codeEb","_ZN18VM_RedefineClasses19mark_dependent_codeEP13InstanceKlass","_ZN18VM_RedefineClasses20flush_dependent_codeEv","_ZN18VM_RedefineClasses20flush_dependent_codeEP13InstanceKlassP6Thread","_ZN18VM_RedefineClasses20flush_dependent_codeE19instanceKlassHandleP6Thread","_ZN19ResolvedMethodTable21adjust_method_entriesEPb","_ZN15MemberNameTable21adjust_method_entriesEP13InstanceKlassPb","_ZN17ConstantPoolCache21adjust_method_entriesEPb","_ZN17ConstantPoolCache21adjust_method_entriesEP13InstanceKlassPb","_ZN20ClassLoaderDataGraph22clean_deallocate_listsEb","_ZN10JavaThread27thread_from_jni_environmentEP7JNIEnv_","_ZN14NMethodSweeper11force_sweepEv","_ZN14NMethodSweeper17sweep_in_progressEv","_ZN18VM_RedefineClasses14_the_class_oopE","_ZN18VM_RedefineClasses10_the_classE","_ZN18VM_RedefineClasses25AdjustCpoolCacheAndVtable8do_klassEP5Klass","_ZN18VM_RedefineClasses22AdjustAndCleanMetadata8do_klassEP5Klass","_ZN18VM_RedefineClassesD0Ev","_ZN18VM_RedefineClassesD1Ev","_ZNK18VM_RedefineClasses14print_on_errorEP12outputStream","_ZN13InstanceKlass33create_new_default_vtable_indicesEiP10JavaThread","_ZN13InstanceKlass33create_new_default_vtable_indicesEiP6Thread","_ZN14NMethodSweeper21_sweep_fractions_leftE"]}],o=[];if(r.forEach(function(i){let c=i.module,d=i.functions||{},f=i.variables||{},p=new Set(i.optionals||[]),u=c.enumerateExports().reduce(function(h,m){return h[m.name]=m,h},{}),_=c.enumerateSymbols().reduce(function(h,m){return h[m.name]=m,h},u);Object.keys(d).forEach(function(h){let m=_[h];if(m!==void 0){let g=d[h];typeof g=="function"?g.call(n,m.address):n[g[0]]=new NativeFunction(m.address,g[1],g[2],De)}else p.has(h)||o.push(h)}),Object.keys(f).forEach(function(h){let m=_[h];m!==void 0?f[h].call(n,m.address):p.has(h)||o.push(h)})}),o.length>0)throw new Error("Java API only partially available; please file a bug. Missing: "+o.join(", "));let s=Memory.alloc(z),a=Memory.alloc(ic);if(de("JNI_GetCreatedJavaVMs",n.JNI_GetCreatedJavaVMs(s,1,a)),a.readInt()===0)return null;n.vm=s.readPointer();let l=Process.platform==="windows"?{$new:["??2@YAPEAX_K@Z","pointer",["ulong"]],$delete:["??3@YAXPEAX@Z","void",["pointer"]]}:{$new:["_Znwm","pointer",["ulong"]],$delete:["_ZdlPv","void",["pointer"]]};for(let[i,[c,d,f]]of Object.entries(l)){let p=Module.findGlobalExportByName(c);if(p===null&&(p=DebugSymbol.fromName(c).address,p.isNull()))throw new Error(`unable to find C++ allocator API, missing: '${c}'`);n[i]=new NativeFunction(p,d,f,De)}return n.jvmti=gc(n),n["JavaThread::thread_from_jni_environment"]===void 0&&(n["JavaThread::thread_from_jni_environment"]=vc(n)),n}function gc(t){let e=new Se(t),n;return e.perform(()=>{let r=e.tryGetEnvHandle(Et.v1_0);if(r===null)throw new Error("JVMTI not available");n=new Ce(r,e);let o=Memory.alloc(8);o.writeU64(St.canTagObjects);let s=n.addCapabilities(o);de("getEnvJvmti::AddCapabilities",s)}),n}var bc={x64:yc};function vc(t){let e=null,n=bc[Process.arch];if(n!==void 0){let o=new Se(t).perform(s=>s.handle.readPointer().add(6*z).readPointer());e=Le(o,n,{limit:11})}return e===null?()=>{throw new Error("Unable to make thread_from_jni_environment() helper for the current architecture")}:r=>r.add(e)}function yc(t){if(t.mnemonic!=="lea")return null;let{base:e,disp:n}=t.operands[1].value;return e==="rdi"&&n<0?n:null}function io(t,e){}var er=class{constructor(e){this.methodId=e,this.method=e.readPointer(),this.originalMethod=null,this.newMethod=null,this.resolved=null,this.impl=null,this.key=e.toString(16)}replace(e,n,r,o,s){let{key:a}=this,l=lt.get(a);l!==void 0&&(lt.delete(a),this.method=l.method,this.originalMethod=l.originalMethod,this.newMethod=l.newMethod,this.resolved=l.resolved),this.impl=e,Ut.set(a,this),ro(o)}revert(e){let{key:n}=this;Ut.delete(n),lt.set(n,this),ro(e)}resolveTarget(e,n,r,o){let{resolved:s,originalMethod:a,methodId:l}=this;if(s!==null)return s;if(a===null)return l;a.oldMethod.vtableIndexPtr.writeS32(-2);let c=Memory.alloc(z);return c.writePointer(this.method),this.resolved=c,c}};function ro(t){Xn||(Xn=!0,Script.nextTick(Ec,t))}function Ec(t){let e=new Map(Ut),n=new Map(lt);Ut.clear(),lt.clear(),Xn=!1,t.perform(r=>{let o=we(),s=o["JavaThread::thread_from_jni_environment"](r.handle),a=!1;lo(()=>{e.forEach(l=>{let{method:i,originalMethod:c,impl:d,methodId:f,newMethod:p}=l;c===null?(l.originalMethod=uo(i),l.newMethod=kc(i,d,s),oo(l.newMethod,f,s)):o["Method::set_native_function"](p.method,d,0)}),n.forEach(l=>{let{originalMethod:i,methodId:c,newMethod:d}=l;if(i!==null){Ic(i);let f=i.oldMethod;f.oldMethod=d,oo(f,c,s),a=!0}})}),a&&Sc(r.handle)})}function Sc(t){let{fractions:e,shouldSweep:n,traversals:r,"NMethodSweeper::sweep_code_cache":o,"NMethodSweeper::sweep_in_progress":s,"NMethodSweeper::force_sweep":a,JVM_Sleep:l}=we();if(a!==void 0)Thread.sleep(.05),a(),Thread.sleep(.05),a();else{let i=r.readS64(),c=i+2;for(;c>i;)e.writeS32(1),l(t,NULL,50),s()||lo(()=>{Thread.sleep(.05)}),n.readU8()===0&&(e.writeS32(1),o()),i=r.readS64()}}function lo(t,e,n){let{execute:r,vtable:o,vtableSize:s,doItOffset:a,prologueOffset:l,epilogueOffset:i}=_c(),c=Memory.dup(o,s),d=Memory.alloc(z*25);d.writePointer(c);let f=new NativeCallback(t,"void",["pointer"]);c.add(a).writePointer(f);let p=null;e!==void 0&&(p=new NativeCallback(e,"int",["pointer"]),c.add(l).writePointer(p));let u=null;n!==void 0&&(u=new NativeCallback(n,"void",["pointer"]),c.add(i).writePointer(u)),r(d)}function wc(){let{vtableRedefineClasses:t,redefineClassesDoIt:e,redefineClassesDoItPrologue:n,redefineClassesDoItEpilogue:r,redefineClassesOnError:o,redefineClassesAllow:s,redefineClassesDispose0:a,redefineClassesDispose1:l,"VMThread::execute":i}=we(),c=t.add(2*z),d=15*z,f=Memory.dup(c,d),p=new NativeCallback(()=>{},"void",["pointer"]),u,_,h;for(let m=0;m!==d;m+=z){let g=f.add(m),v=g.readPointer();o!==void 0&&v.equals(o)||a!==void 0&&v.equals(a)||l!==void 0&&v.equals(l)?g.writePointer(p):v.equals(e)?u=m:v.equals(n)?(_=m,g.writePointer(s)):v.equals(r)&&(h=m,g.writePointer(p))}return{execute:i,emptyCallback:p,vtable:f,vtableSize:d,doItOffset:u,prologueOffset:_,epilogueOffset:h}}function co(t){return new er(t)}function oo(t,e,n){let{method:r,oldMethod:o}=t,s=we();t.methodsArray.add(t.methodIndex*z).writePointer(r),t.vtableIndex>=0&&t.vtable.add(t.vtableIndex*z).writePointer(r),e.writePointer(r),o.accessFlagsPtr.writeU32((o.accessFlags|cc|dc)>>>0);let a=s["OopMapCache::flush_obsolete_entries"];if(a!==void 0){let{oopMapCache:_}=t;_.isNull()||a(_)}let l=s["VM_RedefineClasses::mark_dependent_code"],i=s["VM_RedefineClasses::flush_dependent_code"];l!==void 0?(l(NULL,t.instanceKlass),i()):i(NULL,t.instanceKlass,n);let c=Memory.alloc(1);c.writeU8(1),s["ConstantPoolCache::adjust_method_entries"](t.cache,t.instanceKlass,c);let d=Memory.alloc(3*z),f=Memory.alloc(z);f.writePointer(s.doKlass),d.writePointer(f),d.add(z).writePointer(n),d.add(2*z).writePointer(n),s.redefineClass!==void 0&&s.redefineClass.writePointer(t.instanceKlass),s["ClassLoaderDataGraph::classes_do"](d);let p=s["ResolvedMethodTable::adjust_method_entries"];if(p!==void 0)p(c);else{let{memberNames:_}=t;if(!_.isNull()){let h=s["MemberNameTable::adjust_method_entries"];h!==void 0&&h(_,t.instanceKlass,c)}}let u=s["ClassLoaderDataGraph::clean_deallocate_lists"];u!==void 0&&u(0)}function kc(t,e,n){let r=we(),o=uo(t);o.constPtr.writePointer(o.const);let s=(o.accessFlags|lc|uc|pc|fc)>>>0;if(o.accessFlagsPtr.writeU32(s),o.signatureHandler.writePointer(NULL),o.adapter.writePointer(NULL),o.i2iEntry.writePointer(NULL),r["Method::clear_code"](o.method),o.dataPtr.writePointer(NULL),o.countersPtr.writePointer(NULL),o.stackmapPtr.writePointer(NULL),r["Method::clear_native_function"](o.method),r["Method::set_native_function"](o.method,e,0),r["Method::restore_unshareable_info"](o.method,n),r.version>=17){let a=Memory.alloc(2*z);a.writePointer(o.method),a.add(z).writePointer(n),r["Method::link_method"](o.method,a,n)}return o}function uo(t){let e=ao(),n=t.add(e.method.constMethodOffset).readPointer(),r=n.add(e.constMethod.sizeOffset).readS32()*z,o=Memory.alloc(r+e.method.size);Memory.copy(o,n,r);let s=o.add(r);Memory.copy(s,t,e.method.size);let a=so(s,o,r),l=so(t,n,r);return a.oldMethod=l,a}function so(t,e,n){let r=we(),o=ao(),s=t.add(o.method.constMethodOffset),a=t.add(o.method.methodDataOffset),l=t.add(o.method.methodCountersOffset),i=t.add(o.method.accessFlagsOffset),c=i.readU32(),d=o.getAdapterPointer(t,e),f=t.add(o.method.i2iEntryOffset),p=t.add(o.method.signatureHandlerOffset),u=e.add(o.constMethod.constantPoolOffset).readPointer(),_=e.add(o.constMethod.stackmapDataOffset),h=u.add(o.constantPool.instanceKlassOffset).readPointer(),m=u.add(o.constantPool.cacheOffset).readPointer(),g=hc(),v=h.add(g.methodsOffset).readPointer(),k=v.readS32(),C=v.add(z),M=e.add(o.constMethod.methodIdnumOffset).readU16(),j=t.add(o.method.vtableIndexOffset),A=j.readS32(),N=h.add(g.vtableOffset),E=h.add(g.oopMapCacheOffset).readPointer(),L=r.version>=10?h.add(g.memberNamesOffset).readPointer():NULL;return{method:t,methodSize:o.method.size,const:e,constSize:n,constPtr:s,dataPtr:a,countersPtr:l,stackmapPtr:_,instanceKlass:h,methodsArray:C,methodsCount:k,methodIndex:M,vtableIndex:A,vtableIndexPtr:j,vtable:N,accessFlags:c,accessFlagsPtr:i,adapter:d,i2iEntry:f,signatureHandler:p,memberNames:L,cache:m,oopMapCache:E}}function Ic(t){let{oldMethod:e}=t;e.accessFlagsPtr.writeU32(e.accessFlags),e.vtableIndexPtr.writeS32(e.vtableIndex)}function Cc(){let t=we(),{version:e}=t,n;e>=17?n="method:early":e>=9&&e<=16?n="const-method":n="method:late";let o=t["Method::size"](1)*z,s=z,a=2*z,l=3*z,i=4*z,c=n==="method:early"?z:0,d=i+c,f=d+4,p=f+4+8,u=p+z,_=c!==0?i:u,h=o-2*z,m=o-z,g=8,v=g+z,k=v+z,C=n==="const-method"?z:0,M=k+C,j=M+14,A=2*z,N=3*z;return{getAdapterPointer:C!==0?function(L,O){return O.add(k)}:function(L,O){return L.add(_)},method:{size:o,constMethodOffset:s,methodDataOffset:a,methodCountersOffset:l,accessFlagsOffset:d,vtableIndexOffset:f,i2iEntryOffset:p,nativeFunctionOffset:h,signatureHandlerOffset:m},constMethod:{constantPoolOffset:g,stackmapDataOffset:v,sizeOffset:M,methodIdnumOffset:j},constantPool:{cacheOffset:A,instanceKlassOffset:N}}}var Lc={x64:Nc};function Tc(){let{version:t,createNewDefaultVtableIndices:e}=we(),n=Lc[Process.arch];if(n===void 0)throw new Error(`Missing vtable offset parser for ${Process.arch}`);let r=Le(e,n,{limit:32});if(r===null)throw new Error("Unable to deduce vtable offset");let o=t>=10&&t<=11||t>=15?17:18,s=r-7*z,a=r-17*z,l=r-o*z;return{vtableOffset:r,methodsOffset:s,memberNamesOffset:a,oopMapCacheOffset:l}}function Nc(t){if(t.mnemonic!=="mov")return null;let e=t.operands[0];if(e.type!=="mem")return null;let{value:n}=e;if(n.scale!==1)return null;let{disp:r}=n;return r<256?null:r+16}var po=V;try{it()}catch{po=we}var ct=po;var Ac=`#include <json-glib/json-glib.h>
#include <string.h>

#define kAccStatic 0x0008
#define kAccConstructor 0x00010000

typedef struct _Model Model;
typedef struct _EnumerateMethodsContext EnumerateMethodsContext;

typedef struct _JavaApi JavaApi;
typedef struct _JavaClassApi JavaClassApi;
typedef struct _JavaMethodApi JavaMethodApi;
typedef struct _JavaFieldApi JavaFieldApi;

typedef struct _JNIEnv JNIEnv;
typedef guint8 jboolean;
typedef gint32 jint;
typedef jint jsize;
typedef gpointer jobject;
typedef jobject jclass;
typedef jobject jstring;
typedef jobject jarray;
typedef jarray jobjectArray;
typedef gpointer jfieldID;
typedef gpointer jmethodID;

typedef struct _jvmtiEnv jvmtiEnv;
typedef enum
{
  JVMTI_ERROR_NONE = 0
} jvmtiError;

typedef struct _ArtApi ArtApi;
typedef guint32 ArtHeapReference;
typedef struct _ArtObject ArtObject;
typedef struct _ArtClass ArtClass;
typedef struct _ArtClassLinker ArtClassLinker;
typedef struct _ArtClassVisitor ArtClassVisitor;
typedef struct _ArtClassVisitorVTable ArtClassVisitorVTable;
typedef struct _ArtMethod ArtMethod;
typedef struct _ArtString ArtString;

typedef union _StdString StdString;
typedef struct _StdStringShort StdStringShort;
typedef struct _StdStringLong StdStringLong;

typedef void (* ArtVisitClassesFunc) (ArtClassLinker * linker, ArtClassVisitor * visitor);
typedef const char * (* ArtGetClassDescriptorFunc) (ArtClass * klass, StdString * storage);
typedef void (* ArtPrettyMethodFunc) (StdString * result, ArtMethod * method, jboolean with_signature);

struct _Model
{
  GHashTable * members;
};

struct _EnumerateMethodsContext
{
  GPatternSpec * class_query;
  GPatternSpec * method_query;
  jboolean include_signature;
  jboolean ignore_case;
  jboolean skip_system_classes;
  GHashTable * groups;
};

struct _JavaClassApi
{
  jmethodID get_declared_methods;
  jmethodID get_declared_fields;
};

struct _JavaMethodApi
{
  jmethodID get_name;
  jmethodID get_modifiers;
};

struct _JavaFieldApi
{
  jmethodID get_name;
  jmethodID get_modifiers;
};

struct _JavaApi
{
  jvmtiEnv * jvmti;
  JavaClassApi clazz;
  JavaMethodApi method;
  JavaFieldApi field;
};

struct _JNIEnv
{
  gpointer * functions;
};

struct _jvmtiEnv
{
  gpointer * functions;
};

struct _ArtApi
{
  gboolean available;

  guint class_offset_ifields;
  guint class_offset_methods;
  guint class_offset_sfields;
  guint class_offset_copied_methods_offset;

  guint method_size;
  guint method_offset_access_flags;

  guint field_size;
  guint field_offset_access_flags;

  guint alignment_padding;

  ArtClassLinker * linker;
  ArtVisitClassesFunc visit_classes;
  ArtGetClassDescriptorFunc get_class_descriptor;
  ArtPrettyMethodFunc pretty_method;

  void (* free) (gpointer mem);
};

struct _ArtObject
{
  ArtHeapReference klass;
  ArtHeapReference monitor;
};

struct _ArtClass
{
  ArtObject parent;

  ArtHeapReference class_loader;
};

struct _ArtClassVisitor
{
  ArtClassVisitorVTable * vtable;
  gpointer user_data;
};

struct _ArtClassVisitorVTable
{
  void (* reserved1) (ArtClassVisitor * self);
  void (* reserved2) (ArtClassVisitor * self);
  jboolean (* visit) (ArtClassVisitor * self, ArtClass * klass);
};

struct _ArtString
{
  ArtObject parent;

  gint32 count;
  guint32 hash_code;

  union
  {
    guint16 value[0];
    guint8 value_compressed[0];
  };
};

struct _StdStringShort
{
  guint8 size;
  gchar data[(3 * sizeof (gpointer)) - sizeof (guint8)];
};

struct _StdStringLong
{
  gsize capacity;
  gsize size;
  gchar * data;
};

union _StdString
{
  StdStringShort s;
  StdStringLong l;
};

static void model_add_method (Model * self, const gchar * name, jmethodID id, jint modifiers);
static void model_add_field (Model * self, const gchar * name, jfieldID id, jint modifiers);
static void model_free (Model * model);

static jboolean collect_matching_class_methods (ArtClassVisitor * self, ArtClass * klass);
static gchar * finalize_method_groups_to_json (GHashTable * groups);
static GPatternSpec * make_pattern_spec (const gchar * pattern, jboolean ignore_case);
static gchar * class_name_from_signature (const gchar * signature);
static gchar * format_method_signature (const gchar * name, const gchar * signature);
static void append_type (GString * output, const gchar ** type);

static gpointer read_art_array (gpointer object_base, guint field_offset, guint length_size, guint * length);

static void std_string_destroy (StdString * str);
static gchar * std_string_c_str (StdString * self);

extern GMutex lock;
extern GArray * models;
extern JavaApi java_api;
extern ArtApi art_api;

void
init (void)
{
  g_mutex_init (&lock);
  models = g_array_new (FALSE, FALSE, sizeof (Model *));
}

void
finalize (void)
{
  guint n, i;

  n = models->len;
  for (i = 0; i != n; i++)
  {
    Model * model = g_array_index (models, Model *, i);
    model_free (model);
  }

  g_array_unref (models);
  g_mutex_clear (&lock);
}

Model *
model_new (jclass class_handle,
           gpointer class_object,
           JNIEnv * env)
{
  Model * model;
  GHashTable * members;
  jvmtiEnv * jvmti = java_api.jvmti;
  gpointer * funcs = env->functions;
  jmethodID (* from_reflected_method) (JNIEnv *, jobject) = funcs[7];
  jfieldID (* from_reflected_field) (JNIEnv *, jobject) = funcs[8];
  jobject (* to_reflected_method) (JNIEnv *, jclass, jmethodID, jboolean) = funcs[9];
  jobject (* to_reflected_field) (JNIEnv *, jclass, jfieldID, jboolean) = funcs[12];
  void (* delete_local_ref) (JNIEnv *, jobject) = funcs[23];
  jobject (* call_object_method) (JNIEnv *, jobject, jmethodID, ...) = funcs[34];
  jint (* call_int_method) (JNIEnv *, jobject, jmethodID, ...) = funcs[49];
  const char * (* get_string_utf_chars) (JNIEnv *, jstring, jboolean *) = funcs[169];
  void (* release_string_utf_chars) (JNIEnv *, jstring, const char *) = funcs[170];
  jsize (* get_array_length) (JNIEnv *, jarray) = funcs[171];
  jobject (* get_object_array_element) (JNIEnv *, jobjectArray, jsize) = funcs[173];
  jsize n, i;

  model = g_new (Model, 1);

  members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  model->members = members;

  if (jvmti != NULL)
  {
    gpointer * jf = jvmti->functions - 1;
    jvmtiError (* deallocate) (jvmtiEnv *, void * mem) = jf[47];
    jvmtiError (* get_class_methods) (jvmtiEnv *, jclass, jint *, jmethodID **) = jf[52];
    jvmtiError (* get_class_fields) (jvmtiEnv *, jclass, jint *, jfieldID **) = jf[53];
    jvmtiError (* get_field_name) (jvmtiEnv *, jclass, jfieldID, char **, char **, char **) = jf[60];
    jvmtiError (* get_field_modifiers) (jvmtiEnv *, jclass, jfieldID, jint *) = jf[62];
    jvmtiError (* get_method_name) (jvmtiEnv *, jmethodID, char **, char **, char **) = jf[64];
    jvmtiError (* get_method_modifiers) (jvmtiEnv *, jmethodID, jint *) = jf[66];
    jint method_count;
    jmethodID * methods;
    jint field_count;
    jfieldID * fields;
    char * name;
    jint modifiers;

    get_class_methods (jvmti, class_handle, &method_count, &methods);
    for (i = 0; i != method_count; i++)
    {
      jmethodID method = methods[i];

      get_method_name (jvmti, method, &name, NULL, NULL);
      get_method_modifiers (jvmti, method, &modifiers);

      model_add_method (model, name, method, modifiers);

      deallocate (jvmti, name);
    }
    deallocate (jvmti, methods);

    get_class_fields (jvmti, class_handle, &field_count, &fields);
    for (i = 0; i != field_count; i++)
    {
      jfieldID field = fields[i];

      get_field_name (jvmti, class_handle, field, &name, NULL, NULL);
      get_field_modifiers (jvmti, class_handle, field, &modifiers);

      model_add_field (model, name, field, modifiers);

      deallocate (jvmti, name);
    }
    deallocate (jvmti, fields);
  }
  else if (art_api.available)
  {
    gpointer elements;
    guint n, i;
    const guint field_arrays[] = {
      art_api.class_offset_ifields,
      art_api.class_offset_sfields
    };
    guint field_array_cursor;
    gboolean merged_fields = art_api.class_offset_sfields == 0;

    elements = read_art_array (class_object, art_api.class_offset_methods, sizeof (gsize), NULL);
    n = *(guint16 *) (class_object + art_api.class_offset_copied_methods_offset);
    for (i = 0; i != n; i++)
    {
      jmethodID id;
      guint32 access_flags;
      jboolean is_static;
      jobject method, name;
      const char * name_str;
      jint modifiers;

      id = elements + (i * art_api.method_size);

      access_flags = *(guint32 *) (id + art_api.method_offset_access_flags);
      if ((access_flags & kAccConstructor) != 0)
        continue;
      is_static = (access_flags & kAccStatic) != 0;
      method = to_reflected_method (env, class_handle, id, is_static);
      name = call_object_method (env, method, java_api.method.get_name);
      name_str = get_string_utf_chars (env, name, NULL);
      modifiers = access_flags & 0xffff;

      model_add_method (model, name_str, id, modifiers);

      release_string_utf_chars (env, name, name_str);
      delete_local_ref (env, name);
      delete_local_ref (env, method);
    }

    for (field_array_cursor = 0; field_array_cursor != G_N_ELEMENTS (field_arrays); field_array_cursor++)
    {
      jboolean is_static;

      if (field_arrays[field_array_cursor] == 0)
        continue;

      if (!merged_fields)
        is_static = field_array_cursor == 1;

      elements = read_art_array (class_object, field_arrays[field_array_cursor], sizeof (guint32), &n);
      for (i = 0; i != n; i++)
      {
        jfieldID id;
        guint32 access_flags;
        jobject field, name;
        const char * name_str;
        jint modifiers;

        id = elements + (i * art_api.field_size);

        access_flags = *(guint32 *) (id + art_api.field_offset_access_flags);
        if (merged_fields)
          is_static = (access_flags & kAccStatic) != 0;
        field = to_reflected_field (env, class_handle, id, is_static);
        name = call_object_method (env, field, java_api.field.get_name);
        name_str = get_string_utf_chars (env, name, NULL);
        modifiers = access_flags & 0xffff;

        model_add_field (model, name_str, id, modifiers);

        release_string_utf_chars (env, name, name_str);
        delete_local_ref (env, name);
        delete_local_ref (env, field);
      }
    }
  }
  else
  {
    jobject elements;

    elements = call_object_method (env, class_handle, java_api.clazz.get_declared_methods);
    n = get_array_length (env, elements);
    for (i = 0; i != n; i++)
    {
      jobject method, name;
      const char * name_str;
      jmethodID id;
      jint modifiers;

      method = get_object_array_element (env, elements, i);
      name = call_object_method (env, method, java_api.method.get_name);
      name_str = get_string_utf_chars (env, name, NULL);
      id = from_reflected_method (env, method);
      modifiers = call_int_method (env, method, java_api.method.get_modifiers);

      model_add_method (model, name_str, id, modifiers);

      release_string_utf_chars (env, name, name_str);
      delete_local_ref (env, name);
      delete_local_ref (env, method);
    }
    delete_local_ref (env, elements);

    elements = call_object_method (env, class_handle, java_api.clazz.get_declared_fields);
    n = get_array_length (env, elements);
    for (i = 0; i != n; i++)
    {
      jobject field, name;
      const char * name_str;
      jfieldID id;
      jint modifiers;

      field = get_object_array_element (env, elements, i);
      name = call_object_method (env, field, java_api.field.get_name);
      name_str = get_string_utf_chars (env, name, NULL);
      id = from_reflected_field (env, field);
      modifiers = call_int_method (env, field, java_api.field.get_modifiers);

      model_add_field (model, name_str, id, modifiers);

      release_string_utf_chars (env, name, name_str);
      delete_local_ref (env, name);
      delete_local_ref (env, field);
    }
    delete_local_ref (env, elements);
  }

  g_mutex_lock (&lock);
  g_array_append_val (models, model);
  g_mutex_unlock (&lock);

  return model;
}

static void
model_add_method (Model * self,
                  const gchar * name,
                  jmethodID id,
                  jint modifiers)
{
  GHashTable * members = self->members;
  gchar * key, type;
  const gchar * value;

  if (name[0] == '$')
    key = g_strdup_printf ("_%s", name);
  else
    key = g_strdup (name);

  type = (modifiers & kAccStatic) != 0 ? 's' : 'i';

  value = g_hash_table_lookup (members, key);
  if (value == NULL)
    g_hash_table_insert (members, key, g_strdup_printf ("m:%c0x%zx", type, id));
  else
    g_hash_table_insert (members, key, g_strdup_printf ("%s:%c0x%zx", value, type, id));
}

static void
model_add_field (Model * self,
                 const gchar * name,
                 jfieldID id,
                 jint modifiers)
{
  GHashTable * members = self->members;
  gchar * key, type;

  if (name[0] == '$')
    key = g_strdup_printf ("_%s", name);
  else
    key = g_strdup (name);
  while (g_hash_table_contains (members, key))
  {
    gchar * new_key = g_strdup_printf ("_%s", key);
    g_free (key);
    key = new_key;
  }

  type = (modifiers & kAccStatic) != 0 ? 's' : 'i';

  g_hash_table_insert (members, key, g_strdup_printf ("f:%c0x%zx", type, id));
}

static void
model_free (Model * model)
{
  g_hash_table_unref (model->members);

  g_free (model);
}

gboolean
model_has (Model * self,
           const gchar * member)
{
  return g_hash_table_contains (self->members, member);
}

const gchar *
model_find (Model * self,
            const gchar * member)
{
  return g_hash_table_lookup (self->members, member);
}

gchar *
model_list (Model * self)
{
  GString * result;
  GHashTableIter iter;
  guint i;
  const gchar * name;

  result = g_string_sized_new (128);

  g_string_append_c (result, '[');

  g_hash_table_iter_init (&iter, self->members);
  for (i = 0; g_hash_table_iter_next (&iter, (gpointer *) &name, NULL); i++)
  {
    if (i > 0)
      g_string_append_c (result, ',');

    g_string_append_c (result, '"');
    g_string_append (result, name);
    g_string_append_c (result, '"');
  }

  g_string_append_c (result, ']');

  return g_string_free (result, FALSE);
}

gchar *
enumerate_methods_art (const gchar * class_query,
                       const gchar * method_query,
                       jboolean include_signature,
                       jboolean ignore_case,
                       jboolean skip_system_classes)
{
  gchar * result;
  EnumerateMethodsContext ctx;
  ArtClassVisitor visitor;
  ArtClassVisitorVTable visitor_vtable = { NULL, };

  ctx.class_query = make_pattern_spec (class_query, ignore_case);
  ctx.method_query = make_pattern_spec (method_query, ignore_case);
  ctx.include_signature = include_signature;
  ctx.ignore_case = ignore_case;
  ctx.skip_system_classes = skip_system_classes;
  ctx.groups = g_hash_table_new_full (NULL, NULL, NULL, NULL);

  visitor.vtable = &visitor_vtable;
  visitor.user_data = &ctx;

  visitor_vtable.visit = collect_matching_class_methods;

  art_api.visit_classes (art_api.linker, &visitor);

  result = finalize_method_groups_to_json (ctx.groups);

  g_hash_table_unref (ctx.groups);
  g_pattern_spec_free (ctx.method_query);
  g_pattern_spec_free (ctx.class_query);

  return result;
}

static jboolean
collect_matching_class_methods (ArtClassVisitor * self,
                                ArtClass * klass)
{
  EnumerateMethodsContext * ctx = self->user_data;
  const char * descriptor;
  StdString descriptor_storage = { 0, };
  gchar * class_name = NULL;
  gchar * class_name_copy = NULL;
  const gchar * normalized_class_name;
  JsonBuilder * group;
  size_t class_name_length;
  GHashTable * seen_method_names;
  gpointer elements;
  guint n, i;

  if (ctx->skip_system_classes && klass->class_loader == 0)
    goto skip_class;

  descriptor = art_api.get_class_descriptor (klass, &descriptor_storage);
  if (descriptor[0] != 'L')
    goto skip_class;

  class_name = class_name_from_signature (descriptor);

  if (ctx->ignore_case)
  {
    class_name_copy = g_utf8_strdown (class_name, -1);
    normalized_class_name = class_name_copy;
  }
  else
  {
    normalized_class_name = class_name;
  }

  if (!g_pattern_match_string (ctx->class_query, normalized_class_name))
    goto skip_class;

  group = NULL;
  class_name_length = strlen (class_name);
  seen_method_names = ctx->include_signature ? NULL : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  elements = read_art_array (klass, art_api.class_offset_methods, sizeof (gsize), NULL);
  n = *(guint16 *) ((gpointer) klass + art_api.class_offset_copied_methods_offset);
  for (i = 0; i != n; i++)
  {
    ArtMethod * method;
    guint32 access_flags;
    jboolean is_constructor;
    StdString method_name = { 0, };
    const gchar * bare_method_name;
    gchar * bare_method_name_copy = NULL;
    const gchar * normalized_method_name;
    gchar * normalized_method_name_copy = NULL;

    method = elements + (i * art_api.method_size);

    access_flags = *(guint32 *) ((gpointer) method + art_api.method_offset_access_flags);
    is_constructor = (access_flags & kAccConstructor) != 0;

    art_api.pretty_method (&method_name, method, ctx->include_signature);
    bare_method_name = std_string_c_str (&method_name);
    if (ctx->include_signature)
    {
      const gchar * return_type_end, * name_begin;
      GString * name;

      return_type_end = strchr (bare_method_name, ' ');
      name_begin = return_type_end + 1 + class_name_length + 1;
      if (is_constructor && g_str_has_prefix (name_begin, "<clinit>"))
        goto skip_method;

      name = g_string_sized_new (64);

      if (is_constructor)
      {
        g_string_append (name, "$init");
        g_string_append (name, strchr (name_begin, '>') + 1);
      }
      else
      {
        g_string_append (name, name_begin);
      }
      g_string_append (name, ": ");
      g_string_append_len (name, bare_method_name, return_type_end - bare_method_name);

      bare_method_name_copy = g_string_free (name, FALSE);
      bare_method_name = bare_method_name_copy;
    }
    else
    {
      const gchar * name_begin;

      name_begin = bare_method_name + class_name_length + 1;
      if (is_constructor && strcmp (name_begin, "<clinit>") == 0)
        goto skip_method;

      if (is_constructor)
        bare_method_name = "$init";
      else
        bare_method_name += class_name_length + 1;
    }

    if (seen_method_names != NULL && g_hash_table_contains (seen_method_names, bare_method_name))
      goto skip_method;

    if (ctx->ignore_case)
    {
      normalized_method_name_copy = g_utf8_strdown (bare_method_name, -1);
      normalized_method_name = normalized_method_name_copy;
    }
    else
    {
      normalized_method_name = bare_method_name;
    }

    if (!g_pattern_match_string (ctx->method_query, normalized_method_name))
      goto skip_method;

    if (group == NULL)
    {
      group = g_hash_table_lookup (ctx->groups, GUINT_TO_POINTER (klass->class_loader));
      if (group == NULL)
      {
        group = json_builder_new_immutable ();
        g_hash_table_insert (ctx->groups, GUINT_TO_POINTER (klass->class_loader), group);

        json_builder_begin_object (group);

        json_builder_set_member_name (group, "loader");
        json_builder_add_int_value (group, klass->class_loader);

        json_builder_set_member_name (group, "classes");
        json_builder_begin_array (group);
      }

      json_builder_begin_object (group);

      json_builder_set_member_name (group, "name");
      json_builder_add_string_value (group, class_name);

      json_builder_set_member_name (group, "methods");
      json_builder_begin_array (group);
    }

    json_builder_add_string_value (group, bare_method_name);

    if (seen_method_names != NULL)
      g_hash_table_add (seen_method_names, g_strdup (bare_method_name));

skip_method:
    g_free (normalized_method_name_copy);
    g_free (bare_method_name_copy);
    std_string_destroy (&method_name);
  }

  if (seen_method_names != NULL)
    g_hash_table_unref (seen_method_names);

  if (group == NULL)
    goto skip_class;

  json_builder_end_array (group);
  json_builder_end_object (group);

skip_class:
  g_free (class_name_copy);
  g_free (class_name);
  std_string_destroy (&descriptor_storage);

  return TRUE;
}

gchar *
enumerate_methods_jvm (const gchar * class_query,
                       const gchar * method_query,
                       jboolean include_signature,
                       jboolean ignore_case,
                       jboolean skip_system_classes,
                       JNIEnv * env)
{
  gchar * result;
  GPatternSpec * class_pattern, * method_pattern;
  GHashTable * groups;
  gpointer * ef = env->functions;
  jobject (* new_global_ref) (JNIEnv *, jobject) = ef[21];
  void (* delete_local_ref) (JNIEnv *, jobject) = ef[23];
  jboolean (* is_same_object) (JNIEnv *, jobject, jobject) = ef[24];
  jvmtiEnv * jvmti = java_api.jvmti;
  gpointer * jf = jvmti->functions - 1;
  jvmtiError (* deallocate) (jvmtiEnv *, void * mem) = jf[47];
  jvmtiError (* get_class_signature) (jvmtiEnv *, jclass, char **, char **) = jf[48];
  jvmtiError (* get_class_methods) (jvmtiEnv *, jclass, jint *, jmethodID **) = jf[52];
  jvmtiError (* get_class_loader) (jvmtiEnv *, jclass, jobject *) = jf[57];
  jvmtiError (* get_method_name) (jvmtiEnv *, jmethodID, char **, char **, char **) = jf[64];
  jvmtiError (* get_loaded_classes) (jvmtiEnv *, jint *, jclass **) = jf[78];
  jint class_count, class_index;
  jclass * classes;

  class_pattern = make_pattern_spec (class_query, ignore_case);
  method_pattern = make_pattern_spec (method_query, ignore_case);
  groups = g_hash_table_new_full (NULL, NULL, NULL, NULL);

  if (get_loaded_classes (jvmti, &class_count, &classes) != JVMTI_ERROR_NONE)
    goto emit_results;

  for (class_index = 0; class_index != class_count; class_index++)
  {
    jclass klass = classes[class_index];
    jobject loader = NULL;
    gboolean have_loader = FALSE;
    char * signature = NULL;
    gchar * class_name = NULL;
    gchar * class_name_copy = NULL;
    const gchar * normalized_class_name;
    jint method_count, method_index;
    jmethodID * methods = NULL;
    JsonBuilder * group = NULL;
    GHashTable * seen_method_names = NULL;

    if (skip_system_classes)
    {
      if (get_class_loader (jvmti, klass, &loader) != JVMTI_ERROR_NONE)
        goto skip_class;
      have_loader = TRUE;

      if (loader == NULL)
        goto skip_class;
    }

    if (get_class_signature (jvmti, klass, &signature, NULL) != JVMTI_ERROR_NONE)
      goto skip_class;

    class_name = class_name_from_signature (signature);

    if (ignore_case)
    {
      class_name_copy = g_utf8_strdown (class_name, -1);
      normalized_class_name = class_name_copy;
    }
    else
    {
      normalized_class_name = class_name;
    }

    if (!g_pattern_match_string (class_pattern, normalized_class_name))
      goto skip_class;

    if (get_class_methods (jvmti, klass, &method_count, &methods) != JVMTI_ERROR_NONE)
      goto skip_class;

    if (!include_signature)
      seen_method_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

    for (method_index = 0; method_index != method_count; method_index++)
    {
      jmethodID method = methods[method_index];
      const gchar * method_name;
      char * method_name_value = NULL;
      char * method_signature_value = NULL;
      gchar * method_name_copy = NULL;
      const gchar * normalized_method_name;
      gchar * normalized_method_name_copy = NULL;

      if (get_method_name (jvmti, method, &method_name_value, include_signature ? &method_signature_value : NULL, NULL) != JVMTI_ERROR_NONE)
        goto skip_method;
      method_name = method_name_value;

      if (method_name[0] == '<')
      {
        if (strcmp (method_name, "<init>") == 0)
          method_name = "$init";
        else if (strcmp (method_name, "<clinit>") == 0)
          goto skip_method;
      }

      if (include_signature)
      {
        method_name_copy = format_method_signature (method_name, method_signature_value);
        method_name = method_name_copy;
      }

      if (seen_method_names != NULL && g_hash_table_contains (seen_method_names, method_name))
        goto skip_method;

      if (ignore_case)
      {
        normalized_method_name_copy = g_utf8_strdown (method_name, -1);
        normalized_method_name = normalized_method_name_copy;
      }
      else
      {
        normalized_method_name = method_name;
      }

      if (!g_pattern_match_string (method_pattern, normalized_method_name))
        goto skip_method;

      if (group == NULL)
      {
        if (!have_loader && get_class_loader (jvmti, klass, &loader) != JVMTI_ERROR_NONE)
          goto skip_method;

        if (loader == NULL)
        {
          group = g_hash_table_lookup (groups, NULL);
        }
        else
        {
          GHashTableIter iter;
          jobject cur_loader;
          JsonBuilder * cur_group;

          g_hash_table_iter_init (&iter, groups);
          while (g_hash_table_iter_next (&iter, (gpointer *) &cur_loader, (gpointer *) &cur_group))
          {
            if (cur_loader != NULL && is_same_object (env, cur_loader, loader))
            {
              group = cur_group;
              break;
            }
          }
        }

        if (group == NULL)
        {
          jobject l;
          gchar * str;

          l = (loader != NULL) ? new_global_ref (env, loader) : NULL;

          group = json_builder_new_immutable ();
          g_hash_table_insert (groups, l, group);

          json_builder_begin_object (group);

          json_builder_set_member_name (group, "loader");
          str = g_strdup_printf ("0x%" G_GSIZE_MODIFIER "x", GPOINTER_TO_SIZE (l));
          json_builder_add_string_value (group, str);
          g_free (str);

          json_builder_set_member_name (group, "classes");
          json_builder_begin_array (group);
        }

        json_builder_begin_object (group);

        json_builder_set_member_name (group, "name");
        json_builder_add_string_value (group, class_name);

        json_builder_set_member_name (group, "methods");
        json_builder_begin_array (group);
      }

      json_builder_add_string_value (group, method_name);

      if (seen_method_names != NULL)
        g_hash_table_add (seen_method_names, g_strdup (method_name));

skip_method:
      g_free (normalized_method_name_copy);
      g_free (method_name_copy);
      deallocate (jvmti, method_signature_value);
      deallocate (jvmti, method_name_value);
    }

skip_class:
    if (group != NULL)
    {
      json_builder_end_array (group);
      json_builder_end_object (group);
    }

    if (seen_method_names != NULL)
      g_hash_table_unref (seen_method_names);

    deallocate (jvmti, methods);

    g_free (class_name_copy);
    g_free (class_name);
    deallocate (jvmti, signature);

    if (loader != NULL)
      delete_local_ref (env, loader);

    delete_local_ref (env, klass);
  }

  deallocate (jvmti, classes);

emit_results:
  result = finalize_method_groups_to_json (groups);

  g_hash_table_unref (groups);
  g_pattern_spec_free (method_pattern);
  g_pattern_spec_free (class_pattern);

  return result;
}

static gchar *
finalize_method_groups_to_json (GHashTable * groups)
{
  GString * result;
  GHashTableIter iter;
  guint i;
  JsonBuilder * group;

  result = g_string_sized_new (1024);

  g_string_append_c (result, '[');

  g_hash_table_iter_init (&iter, groups);
  for (i = 0; g_hash_table_iter_next (&iter, NULL, (gpointer *) &group); i++)
  {
    JsonNode * root;
    gchar * json;

    if (i > 0)
      g_string_append_c (result, ',');

    json_builder_end_array (group);
    json_builder_end_object (group);

    root = json_builder_get_root (group);
    json = json_to_string (root, FALSE);
    g_string_append (result, json);
    g_free (json);
    json_node_unref (root);

    g_object_unref (group);
  }

  g_string_append_c (result, ']');

  return g_string_free (result, FALSE);
}

static GPatternSpec *
make_pattern_spec (const gchar * pattern,
                   jboolean ignore_case)
{
  GPatternSpec * spec;

  if (ignore_case)
  {
    gchar * str = g_utf8_strdown (pattern, -1);
    spec = g_pattern_spec_new (str);
    g_free (str);
  }
  else
  {
    spec = g_pattern_spec_new (pattern);
  }

  return spec;
}

static gchar *
class_name_from_signature (const gchar * descriptor)
{
  gchar * result, * c;

  result = g_strdup (descriptor + 1);

  for (c = result; *c != '\\0'; c++)
  {
    if (*c == '/')
      *c = '.';
  }

  c[-1] = '\\0';

  return result;
}

static gchar *
format_method_signature (const gchar * name,
                         const gchar * signature)
{
  GString * sig;
  const gchar * cursor;
  gint arg_index;

  sig = g_string_sized_new (128);

  g_string_append (sig, name);

  cursor = signature;
  arg_index = -1;
  while (TRUE)
  {
    const gchar c = *cursor;

    if (c == '(')
    {
      g_string_append_c (sig, c);
      cursor++;
      arg_index = 0;
    }
    else if (c == ')')
    {
      g_string_append_c (sig, c);
      cursor++;
      break;
    }
    else
    {
      if (arg_index >= 1)
        g_string_append (sig, ", ");

      append_type (sig, &cursor);

      if (arg_index != -1)
        arg_index++;
    }
  }

  g_string_append (sig, ": ");
  append_type (sig, &cursor);

  return g_string_free (sig, FALSE);
}

static void
append_type (GString * output,
             const gchar ** type)
{
  const gchar * cursor = *type;

  switch (*cursor)
  {
    case 'Z':
      g_string_append (output, "boolean");
      cursor++;
      break;
    case 'B':
      g_string_append (output, "byte");
      cursor++;
      break;
    case 'C':
      g_string_append (output, "char");
      cursor++;
      break;
    case 'S':
      g_string_append (output, "short");
      cursor++;
      break;
    case 'I':
      g_string_append (output, "int");
      cursor++;
      break;
    case 'J':
      g_string_append (output, "long");
      cursor++;
      break;
    case 'F':
      g_string_append (output, "float");
      cursor++;
      break;
    case 'D':
      g_string_append (output, "double");
      cursor++;
      break;
    case 'V':
      g_string_append (output, "void");
      cursor++;
      break;
    case 'L':
    {
      gchar ch;

      cursor++;
      for (; (ch = *cursor) != ';'; cursor++)
      {
        g_string_append_c (output, (ch != '/') ? ch : '.');
      }
      cursor++;

      break;
    }
    case '[':
      *type = cursor + 1;
      append_type (output, type);
      g_string_append (output, "[]");
      return;
    default:
      g_string_append (output, "BUG");
      cursor++;
  }

  *type = cursor;
}

void
dealloc (gpointer mem)
{
  g_free (mem);
}

static gpointer
read_art_array (gpointer object_base,
                guint field_offset,
                guint length_size,
                guint * length)
{
  gpointer result, header;
  guint n;

  header = GSIZE_TO_POINTER (*(guint64 *) (object_base + field_offset));
  if (header != NULL)
  {
    result = header + length_size;
    if (length_size == sizeof (guint32))
      n = *(guint32 *) header;
    else
      n = *(guint64 *) header;
  }
  else
  {
    result = NULL;
    n = 0;
  }

  if (length != NULL)
    *length = n;

  return result;
}

static void
std_string_destroy (StdString * str)
{
  if ((str->l.capacity & 1) != 0)
    art_api.free (str->l.data);
}

static gchar *
std_string_c_str (StdString * self)
{
  if ((self->l.capacity & 1) != 0)
    return self->l.data;

  return self->s.data;
}
`,Mc=/(.+)!([^/]+)\/?([isu]+)?/,be=null,ho=null,Je=class t{static build(e,n){return fo(n),ho(e,n,r=>new t(be.new(e,r,n)))}static enumerateMethods(e,n,r){fo(r);let o=e.match(Mc);if(o===null)throw new Error("Invalid query; format is: class!method -- see documentation of Java.enumerateMethods(query) for details");let s=Memory.allocUtf8String(o[1]),a=Memory.allocUtf8String(o[2]),l=!1,i=!1,c=!1,d=o[3];d!==void 0&&(l=d.indexOf("s")!==-1,i=d.indexOf("i")!==-1,c=d.indexOf("u")!==-1);let f;if(n.jvmti!==null){let p=be.enumerateMethodsJvm(s,a,Ze(l),Ze(i),Ze(c),r);try{f=JSON.parse(p.readUtf8String()).map(u=>{let _=ptr(u.loader);return u.loader=_.isNull()?null:_,u})}finally{be.dealloc(p)}}else ge(r.vm,r,p=>{let u=be.enumerateMethodsArt(s,a,Ze(l),Ze(i),Ze(c));try{let _=n["art::JavaVMExt::AddGlobalRef"],{vm:h}=n;f=JSON.parse(u.readUtf8String()).map(m=>{let g=m.loader;return m.loader=g!==0?_(h,p,ptr(g)):null,m})}finally{be.dealloc(u)}});return f}constructor(e){this.handle=e}has(e){return be.has(this.handle,Memory.allocUtf8String(e))!==0}find(e){return be.find(this.handle,Memory.allocUtf8String(e)).readUtf8String()}list(){let e=be.list(this.handle);try{return JSON.parse(e.readUtf8String())}finally{be.dealloc(e)}}};function fo(t){be===null&&(be=Oc(t),ho=jc(be,t.vm))}function Oc(t){let e=ct(),{jvmti:n=null}=e,{pointerSize:r}=Process,o=8,s=r,a=7*r,l=40+5*r,i=o+s+a+l,d=Memory.alloc(i),f=d.add(o),p=f.add(s),{getDeclaredMethods:u,getDeclaredFields:_}=t.javaLangClass(),h=t.javaLangReflectMethod(),m=t.javaLangReflectField(),g=p;[n!==null?n:NULL,u,_,h.getName,h.getModifiers,m.getName,m.getModifiers].forEach(A=>{g=g.writePointer(A).add(r)});let v=p.add(a),{vm:k}=t;if(e.flavor==="art"){let A;if(n!==null)A=[0,0,0,0];else{let O=Jn(k).offset;A=[O.ifields,O.methods,O.sfields,O.copiedMethodsOffset]}let N=he(k),E=Ft(k),L=v;[1,...A,N.size,N.offset.accessFlags,E.size,E.offset.accessFlags,4294967295].forEach(O=>{L=L.writeUInt(O).add(4)}),[e.artClassLinker.address,e["art::ClassLinker::VisitClasses"],e["art::mirror::Class::GetDescriptor"],e["art::ArtMethod::PrettyMethod"],Process.getModuleByName("libc.so").getExportByName("free")].forEach((O,S)=>{O===void 0&&(O=NULL),L=L.writePointer(O).add(r)})}let C=new CModule(Ac,{lock:d,models:f,java_api:p,art_api:v}),M={exceptions:"propagate"},j={exceptions:"propagate",scheduling:"exclusive"};return{handle:C,new:new NativeFunction(C.model_new,"pointer",["pointer","pointer","pointer"],M),has:new NativeFunction(C.model_has,"bool",["pointer","pointer"],j),find:new NativeFunction(C.model_find,"pointer",["pointer","pointer"],j),list:new NativeFunction(C.model_list,"pointer",["pointer"],j),enumerateMethodsArt:new NativeFunction(C.enumerate_methods_art,"pointer",["pointer","pointer","bool","bool","bool"],M),enumerateMethodsJvm:new NativeFunction(C.enumerate_methods_jvm,"pointer",["pointer","pointer","bool","bool","bool","pointer"],M),dealloc:new NativeFunction(C.dealloc,"void",["pointer"],j)}}function jc(t,e){let n=ct();if(n.flavor!=="art")return xc;let r=n["art::JavaVMExt::DecodeGlobal"];return function(o,s,a){let l;return ge(e,s,i=>{let c=r(e,i,o);l=a(c)}),l}}function xc(t,e,n){return n(NULL)}function Ze(t){return t?1:0}var dt=class{constructor(e,n){this.items=new Map,this.capacity=e,this.destroy=n}dispose(e){let{items:n,destroy:r}=this;n.forEach(o=>{r(o,e)}),n.clear()}get(e){let{items:n}=this,r=n.get(e);return r!==void 0&&(n.delete(e),n.set(e,r)),r}set(e,n,r){let{items:o}=this,s=o.get(e);if(s!==void 0)o.delete(e),this.destroy(s,r);else if(o.size===this.capacity){let a=o.keys().next().value,l=o.get(a);o.delete(a),this.destroy(l,r)}o.set(e,n)}};var ke=Uint8Array;var ut=1,rr=256,_o=65536,Pc=305419896,mo=32,go=12,bo=8,vo=8,yo=4,Eo=4,So=12,Rc=0,Fc=1,Dc=2,Jc=3,Uc=4,zc=5,Vc=6,Gc=4096,$c=4097,Hc=4099,Bc=8192,Zc=8193,qc=8194,Wc=8195,Kc=8196,Qc=8198,Yc=24,Xc=28,ed=2,td=24,wo=ke.from([3,0,7,14,0]),tr="Ldalvik/annotation/Throws;",nd=ke.from([0]);function rd(t){let e=new or,n=Object.assign({},t);return e.addClass(n),e.build()}var or=class{constructor(){this.classes=[]}addClass(e){this.classes.push(e)}build(){let e=ad(this.classes),{classes:n,interfaces:r,fields:o,methods:s,protos:a,parameters:l,annotationDirectories:i,annotationSets:c,throwsAnnotations:d,types:f,strings:p}=e,u=0,_=0,h=8,m=12,g=20,v=112;u+=v;let k=u,C=p.length*Eo;u+=C;let M=u,j=f.length*yo;u+=j;let A=u,N=a.length*go;u+=N;let E=u,L=o.length*bo;u+=L;let O=u,S=s.length*vo;u+=S;let x=u,F=n.length*mo;u+=F;let D=u,R=c.map(I=>{let P=u;return I.offset=P,u+=4+I.items.length*4,P}),U=n.reduce((I,P)=>(P.classData.constructorMethods.forEach(H=>{let[,Z,B]=H;(Z&rr)===0&&B>=0&&(H.push(u),I.push({offset:u,superConstructor:B}),u+=td)}),I),[]);i.forEach(I=>{I.offset=u,u+=16+I.methods.length*8});let X=r.map(I=>{u=nr(u,4);let P=u;return I.offset=P,u+=4+2*I.types.length,P}),ne=l.map(I=>{u=nr(u,4);let P=u;return I.offset=P,u+=4+2*I.types.length,P}),ae=[],K=p.map(I=>{let P=u,J=ke.from(_e(I.length)),H=ke.from(I,"utf8"),Z=ke.concat([J,H,nd]);return ae.push(Z),u+=Z.length,P}),se=U.map(I=>{let P=u;return u+=wo.length,P}),Q=d.map(I=>{let P=sd(I);return I.offset=u,u+=P.length,P}),re=n.map((I,P)=>{I.classData.offset=u;let J=od(I);return u+=J.length,J}),Ee=0,Qe=0;u=nr(u,4);let $=u,fe=r.length+l.length,Ie=4+(o.length>0?1:0)+2+c.length+U.length+i.length+(fe>0?1:0)+1+se.length+d.length+n.length+1,Pe=4+Ie*So;u+=Pe;let Ne=u-D,Ge=u,w=ke.alloc(Ge);w.write(`dex
035`),w.writeUInt32LE(Ge,32),w.writeUInt32LE(v,36),w.writeUInt32LE(Pc,40),w.writeUInt32LE(Ee,44),w.writeUInt32LE(Qe,48),w.writeUInt32LE($,52),w.writeUInt32LE(p.length,56),w.writeUInt32LE(k,60),w.writeUInt32LE(f.length,64),w.writeUInt32LE(M,68),w.writeUInt32LE(a.length,72),w.writeUInt32LE(A,76),w.writeUInt32LE(o.length,80),w.writeUInt32LE(o.length>0?E:0,84),w.writeUInt32LE(s.length,88),w.writeUInt32LE(O,92),w.writeUInt32LE(n.length,96),w.writeUInt32LE(x,100),w.writeUInt32LE(Ne,104),w.writeUInt32LE(D,108),K.forEach((I,P)=>{w.writeUInt32LE(I,k+P*Eo)}),f.forEach((I,P)=>{w.writeUInt32LE(I,M+P*yo)}),a.forEach((I,P)=>{let[J,H,Z]=I,B=A+P*go;w.writeUInt32LE(J,B),w.writeUInt32LE(H,B+4),w.writeUInt32LE(Z!==null?Z.offset:0,B+8)}),o.forEach((I,P)=>{let[J,H,Z]=I,B=E+P*bo;w.writeUInt16LE(J,B),w.writeUInt16LE(H,B+2),w.writeUInt32LE(Z,B+4)}),s.forEach((I,P)=>{let[J,H,Z]=I,B=O+P*vo;w.writeUInt16LE(J,B),w.writeUInt16LE(H,B+2),w.writeUInt32LE(Z,B+4)}),n.forEach((I,P)=>{let{interfaces:J,annotationsDirectory:H}=I,Z=J!==null?J.offset:0,B=H!==null?H.offset:0,Ye=0,me=x+P*mo;w.writeUInt32LE(I.index,me),w.writeUInt32LE(I.accessFlags,me+4),w.writeUInt32LE(I.superClassIndex,me+8),w.writeUInt32LE(Z,me+12),w.writeUInt32LE(I.sourceFileIndex,me+16),w.writeUInt32LE(B,me+20),w.writeUInt32LE(I.classData.offset,me+24),w.writeUInt32LE(Ye,me+28)}),c.forEach((I,P)=>{let{items:J}=I,H=R[P];w.writeUInt32LE(J.length,H),J.forEach((Z,B)=>{w.writeUInt32LE(Z.offset,H+4+B*4)})}),U.forEach((I,P)=>{let{offset:J,superConstructor:H}=I,Z=1,B=1,Ye=1,me=0,yt=4;w.writeUInt16LE(Z,J),w.writeUInt16LE(B,J+2),w.writeUInt16LE(Ye,J+4),w.writeUInt16LE(me,J+6),w.writeUInt32LE(se[P],J+8),w.writeUInt32LE(yt,J+12),w.writeUInt16LE(4208,J+16),w.writeUInt16LE(H,J+18),w.writeUInt16LE(0,J+20),w.writeUInt16LE(14,J+22)}),i.forEach(I=>{let P=I.offset,J=0,H=0,Z=I.methods.length,B=0;w.writeUInt32LE(J,P),w.writeUInt32LE(H,P+4),w.writeUInt32LE(Z,P+8),w.writeUInt32LE(B,P+12),I.methods.forEach((Ye,me)=>{let yt=P+16+me*8,[ds,us]=Ye;w.writeUInt32LE(ds,yt),w.writeUInt32LE(us.offset,yt+4)})}),r.forEach((I,P)=>{let J=X[P];w.writeUInt32LE(I.types.length,J),I.types.forEach((H,Z)=>{w.writeUInt16LE(H,J+4+Z*2)})}),l.forEach((I,P)=>{let J=ne[P];w.writeUInt32LE(I.types.length,J),I.types.forEach((H,Z)=>{w.writeUInt16LE(H,J+4+Z*2)})}),ae.forEach((I,P)=>{I.copy(w,K[P])}),se.forEach(I=>{wo.copy(w,I)}),Q.forEach((I,P)=>{I.copy(w,d[P].offset)}),re.forEach((I,P)=>{I.copy(w,n[P].classData.offset)}),w.writeUInt32LE(Ie,$);let ie=[[Rc,1,_],[Fc,p.length,k],[Dc,f.length,M],[Jc,a.length,A]];o.length>0&&ie.push([Uc,o.length,E]),ie.push([zc,s.length,O]),ie.push([Vc,n.length,x]),c.forEach((I,P)=>{ie.push([Hc,I.items.length,R[P]])}),U.forEach(I=>{ie.push([Zc,1,I.offset])}),i.forEach(I=>{ie.push([Qc,1,I.offset])}),fe>0&&ie.push([$c,fe,X.concat(ne)[0]]),ie.push([qc,p.length,K[0]]),se.forEach(I=>{ie.push([Wc,1,I])}),d.forEach(I=>{ie.push([Kc,1,I.offset])}),n.forEach(I=>{ie.push([Bc,1,I.classData.offset])}),ie.push([Gc,1,$]),ie.forEach((I,P)=>{let[J,H,Z]=I,B=$+4+P*So;w.writeUInt16LE(J,B),w.writeUInt32LE(H,B+4),w.writeUInt32LE(Z,B+8)});let Sr=new Checksum("sha1");return Sr.update(w.slice(m+g)),ke.from(Sr.getDigest()).copy(w,m),w.writeUInt32LE(pd(w,m),h),w}};function od(t){let{instanceFields:e,constructorMethods:n,virtualMethods:r}=t.classData;return ke.from([0].concat(_e(e.length)).concat(_e(n.length)).concat(_e(r.length)).concat(e.reduce((s,[a,l])=>s.concat(_e(a)).concat(_e(l)),[])).concat(n.reduce((s,[a,l,,i])=>s.concat(_e(a)).concat(_e(l)).concat(_e(i||0)),[])).concat(r.reduce((s,[a,l])=>s.concat(_e(a)).concat(_e(l)).concat([0]),[])))}function sd(t){let{thrownTypes:e}=t;return ke.from([ed].concat(_e(t.type)).concat([1]).concat(_e(t.value)).concat([Xc,e.length]).concat(e.reduce((n,r)=>(n.push(Yc,r),n),[])))}function ad(t){let e=new Set,n=new Set,r={},o=[],s=[],a={},l=new Set,i=new Set;t.forEach(S=>{let{name:x,superClass:F,sourceFileName:D}=S;e.add("this"),e.add(x),n.add(x),e.add(F),n.add(F),e.add(D),S.interfaces.forEach(R=>{e.add(R),n.add(R)}),S.fields.forEach(R=>{let[U,X]=R;e.add(U),e.add(X),n.add(X),o.push([S.name,X,U])}),S.methods.some(([R])=>R==="<init>")||(S.methods.unshift(["<init>","V",[]]),l.add(x)),S.methods.forEach(R=>{let[U,X,ne,ae=[],K]=R;e.add(U);let se=c(X,ne),Q=null;if(ae.length>0){let re=ae.slice();re.sort(),Q=re.join("|");let Ee=a[Q];Ee===void 0&&(Ee={id:Q,types:re},a[Q]=Ee),e.add(tr),n.add(tr),ae.forEach(Qe=>{e.add(Qe),n.add(Qe)}),e.add("value")}if(s.push([S.name,se,U,Q,K]),U==="<init>"){i.add(x+"|"+se);let re=F+"|"+se;l.has(x)&&!i.has(re)&&(s.push([F,se,U,null,0]),i.add(re))}})});function c(S,x){let F=[S].concat(x),D=F.join("|");if(r[D]!==void 0)return D;e.add(S),n.add(S),x.forEach(U=>{e.add(U),n.add(U)});let R=F.map(ud).join("");return e.add(R),r[D]=[D,R,S,x],D}let d=Array.from(e);d.sort();let f=d.reduce((S,x,F)=>(S[x]=F,S),{}),p=Array.from(n).map(S=>f[S]);p.sort(ko);let u=p.reduce((S,x,F)=>(S[d[x]]=F,S),{}),_=Object.keys(r).map(S=>r[S]);_.sort(ld);let h={},m=_.map(S=>{let[,x,F,D]=S,R;if(D.length>0){let U=D.join("|");R=h[U],R===void 0&&(R={types:D.map(X=>u[X]),offset:-1},h[U]=R)}else R=null;return[f[x],u[F],R]}),g=_.reduce((S,x,F)=>{let[D]=x;return S[D]=F,S},{}),v=Object.keys(h).map(S=>h[S]),k=o.map(S=>{let[x,F,D]=S;return[u[x],u[F],f[D]]});k.sort(cd);let C=s.map(S=>{let[x,F,D,R,U]=S;return[u[x],g[F],f[D],R,U]});C.sort(dd);let M=Object.keys(a).map(S=>a[S]).map(S=>({id:S.id,type:u[tr],value:f.value,thrownTypes:S.types.map(x=>u[x]),offset:-1})),j=M.map(S=>({id:S.id,items:[S],offset:-1})),A=j.reduce((S,x,F)=>(S[x.id]=F,S),{}),N={},E=[],L=t.map(S=>{let x=u[S.name],F=ut,D=u[S.superClass],R,U=S.interfaces.map($=>u[$]);if(U.length>0){U.sort(ko);let $=U.join("|");R=N[$],R===void 0&&(R={types:U,offset:-1},N[$]=R)}else R=null;let X=f[S.sourceFileName],ne=C.reduce(($,fe,Ie)=>{let[Pe,Ne,Ge,w,ie]=fe;return Pe===x&&$.push([Ie,Ge,w,Ne,ie]),$},[]),ae=null,K=ne.filter(([,,$])=>$!==null).map(([$,,fe])=>[$,j[A[fe]]]);K.length>0&&(ae={methods:K,offset:-1},E.push(ae));let se=k.reduce(($,fe,Ie)=>{let[Pe]=fe;return Pe===x&&$.push([Ie>0?1:0,ut]),$},[]),Q=f["<init>"],re=ne.filter(([,$])=>$===Q).map(([$,,,fe])=>{if(l.has(S.name)){let Ie=-1,Pe=C.length;for(let Ne=0;Ne!==Pe;Ne++){let[Ge,w,ie]=C[Ne];if(Ge===D&&ie===Q&&w===fe){Ie=Ne;break}}return[$,ut|_o,Ie]}else return[$,ut|_o|rr,-1]}),Ee=id(ne.filter(([,$])=>$!==Q).map(([$,,,,fe])=>[$,fe|ut|rr]));return{index:x,accessFlags:F,superClassIndex:D,interfaces:R,sourceFileIndex:X,annotationsDirectory:ae,classData:{instanceFields:se,constructorMethods:re,virtualMethods:Ee,offset:-1}}}),O=Object.keys(N).map(S=>N[S]);return{classes:L,interfaces:O,fields:k,methods:C,protos:m,parameters:v,annotationDirectories:E,annotationSets:j,throwsAnnotations:M,types:p,strings:d}}function id(t){let e=0;return t.map(([n,r],o)=>{let s;return o===0?s=[n,r]:s=[n-e,r],e=n,s})}function ko(t,e){return t-e}function ld(t,e){let[,,n,r]=t,[,,o,s]=e;if(n<o)return-1;if(n>o)return 1;let a=r.join("|"),l=s.join("|");return a<l?-1:a>l?1:0}function cd(t,e){let[n,r,o]=t,[s,a,l]=e;return n!==s?n-s:o!==l?o-l:r-a}function dd(t,e){let[n,r,o]=t,[s,a,l]=e;return n!==s?n-s:o!==l?o-l:r-a}function ud(t){let e=t[0];return e==="L"||e==="["?"L":t}function _e(t){if(t<=127)return[t];let e=[],n=!1;do{let r=t&127;t>>=7,n=t!==0,n&&(r|=128),e.push(r)}while(n);return e}function nr(t,e){let n=t%e;return n===0?t:t+e-n}function pd(t,e){let n=1,r=0,o=t.length;for(let s=e;s<o;s++)n=(n+t[s])%65521,r=(r+n)%65521;return(r<<16|n)>>>0}var Io=rd;var fd=1,sr=null,Co=null;function Lo(t){sr=t}function ar(t,e,n){let r=qe(t);return r===null&&(t.indexOf("[")===0?r=ir(t,e,n):(t[0]==="L"&&t[t.length-1]===";"&&(t=t.substring(1,t.length-1)),r=_d(t,e,n))),Object.assign({className:t},r)}var To={boolean:{name:"Z",type:"uint8",size:1,byteSize:1,defaultValue:!1,isCompatible(t){return typeof t=="boolean"},fromJni(t){return!!t},toJni(t){return t?1:0},read(t){return t.readU8()},write(t,e){t.writeU8(e)},toString(){return this.name}},byte:{name:"B",type:"int8",size:1,byteSize:1,defaultValue:0,isCompatible(t){return Number.isInteger(t)&&t>=-128&&t<=127},fromJni:ve,toJni:ve,read(t){return t.readS8()},write(t,e){t.writeS8(e)},toString(){return this.name}},char:{name:"C",type:"uint16",size:1,byteSize:2,defaultValue:0,isCompatible(t){if(typeof t!="string"||t.length!==1)return!1;let e=t.charCodeAt(0);return e>=0&&e<=65535},fromJni(t){return String.fromCharCode(t)},toJni(t){return t.charCodeAt(0)},read(t){return t.readU16()},write(t,e){t.writeU16(e)},toString(){return this.name}},short:{name:"S",type:"int16",size:1,byteSize:2,defaultValue:0,isCompatible(t){return Number.isInteger(t)&&t>=-32768&&t<=32767},fromJni:ve,toJni:ve,read(t){return t.readS16()},write(t,e){t.writeS16(e)},toString(){return this.name}},int:{name:"I",type:"int32",size:1,byteSize:4,defaultValue:0,isCompatible(t){return Number.isInteger(t)&&t>=-2147483648&&t<=2147483647},fromJni:ve,toJni:ve,read(t){return t.readS32()},write(t,e){t.writeS32(e)},toString(){return this.name}},long:{name:"J",type:"int64",size:2,byteSize:8,defaultValue:0,isCompatible(t){return typeof t=="number"||t instanceof Int64},fromJni:ve,toJni:ve,read(t){return t.readS64()},write(t,e){t.writeS64(e)},toString(){return this.name}},float:{name:"F",type:"float",size:1,byteSize:4,defaultValue:0,isCompatible(t){return typeof t=="number"},fromJni:ve,toJni:ve,read(t){return t.readFloat()},write(t,e){t.writeFloat(e)},toString(){return this.name}},double:{name:"D",type:"double",size:2,byteSize:8,defaultValue:0,isCompatible(t){return typeof t=="number"},fromJni:ve,toJni:ve,read(t){return t.readDouble()},write(t,e){t.writeDouble(e)},toString(){return this.name}},void:{name:"V",type:"void",size:0,byteSize:0,defaultValue:void 0,isCompatible(t){return t===void 0},fromJni(){},toJni(){return NULL},toString(){return this.name}}},hd=new Set(Object.values(To).map(t=>t.name));function qe(t){let e=To[t];return e!==void 0?e:null}function _d(t,e,n){let r=n._types[e?1:0],o=r[t];return o!==void 0||(t==="java.lang.Object"?o=md(n):o=gd(t,e,n),r[t]=o),o}function md(t){return{name:"Ljava/lang/Object;",type:"pointer",size:1,defaultValue:NULL,isCompatible(e){return e===null?!0:e===void 0?!1:e.$h instanceof NativePointer?!0:typeof e=="string"},fromJni(e,n,r){return e.isNull()?null:t.cast(e,t.use("java.lang.Object"),r)},toJni(e,n){return e===null?NULL:typeof e=="string"?n.newStringUtf(e):e.$h}}}function gd(t,e,n){let r=null,o=null,s=null;function a(){return r===null&&(r=n.use(t).class),r}function l(c){let d=a();return o===null&&(o=d.isInstance.overload("java.lang.Object")),o.call(d,c)}function i(){if(s===null){let c=a();s=n.use("java.lang.String").class.isAssignableFrom(c)}return s}return{name:Ue(t),type:"pointer",size:1,defaultValue:NULL,isCompatible(c){return c===null?!0:c===void 0?!1:c.$h instanceof NativePointer?l(c):typeof c=="string"&&i()},fromJni(c,d,f){return c.isNull()?null:i()&&e?d.stringFromJni(c):n.cast(c,n.use(t),f)},toJni(c,d){return c===null?NULL:typeof c=="string"?d.newStringUtf(c):c.$h},toString(){return this.name}}}var bd=[["Z","boolean"],["B","byte"],["C","char"],["D","double"],["F","float"],["I","int"],["J","long"],["S","short"]].reduce((t,[e,n])=>(t["["+e]=vd("["+e,n),t),{});function vd(t,e){let n=b.prototype,r=kd(e),o={typeName:e,newArray:n["new"+r+"Array"],setRegion:n["set"+r+"ArrayRegion"],getElements:n["get"+r+"ArrayElements"],releaseElements:n["release"+r+"ArrayElements"]};return{name:t,type:"pointer",size:1,defaultValue:NULL,isCompatible(s){return wd(s,e)},fromJni(s,a,l){return Ed(s,o,a,l)},toJni(s,a){return Sd(s,o,a)}}}function ir(t,e,n){let r=bd[t];if(r!==void 0)return r;if(t.indexOf("[")!==0)throw new Error("Unsupported type: "+t);let o=t.substring(1),s=ar(o,e,n),a=0,l=o.length;for(;a!==l&&o[a]==="[";)a++;o=o.substring(a),o[0]==="L"&&o[o.length-1]===";"&&(o=o.substring(1,o.length-1));let i=o.replace(/\./g,"/");hd.has(i)?i="[".repeat(a)+i:i="[".repeat(a)+"L"+i+";";let c="["+i;return o="[".repeat(a)+o,{name:t.replace(/\./g,"/"),type:"pointer",size:1,defaultValue:NULL,isCompatible(d){return d===null?!0:typeof d!="object"||d.length===void 0?!1:d.every(function(f){return s.isCompatible(f)})},fromJni(d,f,p){if(d.isNull())return null;let u=[],_=f.getArrayLength(d);for(let h=0;h!==_;h++){let m=f.getObjectArrayElement(d,h);try{u.push(s.fromJni(m,f))}finally{f.deleteLocalRef(m)}}try{u.$w=n.cast(d,n.use(c),p)}catch{n.use("java.lang.reflect.Array").newInstance(n.use(o).class,0),u.$w=n.cast(d,n.use(c),p)}return u.$dispose=yd,u},toJni(d,f){if(d===null)return NULL;if(!(d instanceof Array))throw new Error("Expected an array");let p=d.$w;if(p!==void 0)return p.$h;let u=d.length,h=n.use(o).$borrowClassHandle(f);try{let m=f.newObjectArray(u,h.value,NULL);f.throwIfExceptionPending();for(let g=0;g!==u;g++){let v=s.toJni(d[g],f);try{f.setObjectArrayElement(m,g,v)}finally{s.type==="pointer"&&f.getObjectRefType(v)===fd&&f.deleteLocalRef(v)}f.throwIfExceptionPending()}return m}finally{h.unref(f)}}}}function yd(){let t=this.length;for(let e=0;e!==t;e++){let n=this[e];if(n===null)continue;let r=n.$dispose;if(r===void 0)break;r.call(n)}this.$w.$dispose()}function Ed(t,e,n,r){if(t.isNull())return null;let o=qe(e.typeName),s=n.getArrayLength(t);return new zt(t,e,o,s,n,r)}function Sd(t,e,n){if(t===null)return NULL;let r=t.$h;if(r!==void 0)return r;let o=t.length,s=qe(e.typeName),a=e.newArray.call(n,o);if(a.isNull())throw new Error("Unable to construct array");if(o>0){let l=s.byteSize,i=s.write,c=s.toJni,d=Memory.alloc(o*s.byteSize);for(let f=0;f!==o;f++)i(d.add(f*l),c(t[f]));e.setRegion.call(n,a,0,o,d),n.throwIfExceptionPending()}return a}function wd(t,e){if(t===null)return!0;if(t instanceof zt)return t.$s.typeName===e;if(!(typeof t=="object"&&t.length!==void 0))return!1;let r=qe(e);return Array.prototype.every.call(t,o=>r.isCompatible(o))}function zt(t,e,n,r,o,s=!0){if(s){let a=o.newGlobalRef(t);this.$h=a,this.$r=Script.bindWeak(this,o.vm.makeHandleDestructor(a))}else this.$h=t,this.$r=null;return this.$s=e,this.$t=n,this.length=r,new Proxy(this,Co)}Co={has(t,e){return e in t?!0:t.tryParseIndex(e)!==null},get(t,e,n){let r=t.tryParseIndex(e);return r===null?t[e]:t.readElement(r)},set(t,e,n,r){let o=t.tryParseIndex(e);return o===null?(t[e]=n,!0):(t.writeElement(o,n),!0)},ownKeys(t){let e=[],{length:n}=t;for(let r=0;r!==n;r++){let o=r.toString();e.push(o)}return e.push("length"),e},getOwnPropertyDescriptor(t,e){return t.tryParseIndex(e)!==null?{writable:!0,configurable:!0,enumerable:!0}:Object.getOwnPropertyDescriptor(t,e)}};Object.defineProperties(zt.prototype,{$dispose:{enumerable:!0,value(){let t=this.$r;t!==null&&(this.$r=null,Script.unbindWeak(t))}},$clone:{value(t){return new zt(this.$h,this.$s,this.$t,this.length,t)}},tryParseIndex:{value(t){if(typeof t=="symbol")return null;let e=parseInt(t);return isNaN(e)||e<0||e>=this.length?null:e}},readElement:{value(t){return this.withElements(e=>{let n=this.$t;return n.fromJni(n.read(e.add(t*n.byteSize)))})}},writeElement:{value(t,e){let{$h:n,$s:r,$t:o}=this,s=sr.getEnv(),a=Memory.alloc(o.byteSize);o.write(a,o.toJni(e)),r.setRegion.call(s,n,t,1,a)}},withElements:{value(t){let{$h:e,$s:n}=this,r=sr.getEnv(),o=n.getElements.call(r,e);if(o.isNull())throw new Error("Unable to get array elements");try{return t(o)}finally{n.releaseElements.call(r,e,o)}}},toJSON:{value(){let{length:t,$t:e}=this,{byteSize:n,fromJni:r,read:o}=e;return this.withElements(s=>{let a=[];for(let l=0;l!==t;l++){let i=r(o(s.add(l*n)));a.push(i)}return a})}},toString:{value(){return this.toJSON().toString()}}});function Ue(t){return"L"+t.replace(/\./g,"/")+";"}function kd(t){return t.charAt(0).toUpperCase()+t.slice(1)}function ve(t){return t}var Id=4,{ensureClassInitialized:No,makeMethodMangler:Po}=Jt,Cd=8,dr=1,ft=2,Te=3,lr=1,ur=2,Vt=1,Ro=2,Ao=Symbol("PENDING_USE"),Mo="/data/local/tmp",{getCurrentThreadId:$t,pointerSize:pt}=Process,ue={state:"empty",factories:[],loaders:null,Integer:null},G=null,W=null,Fo=null,Do=null,Jo=null,Uo=null,zo=null,Oo=null,cr=null,Ke=new Map,Me=class t{static _initialize(e,n){G=e,W=n,Fo=n.flavor==="art",n.flavor==="jvm"&&(No=io,Po=co)}static _disposeAll(e){ue.factories.forEach(n=>{n._dispose(e)})}static get(e){let n=Bd(),r=n.factories[0];if(e===null)return r;let o=n.loaders.get(e);if(o!==null){let a=r.cast(o,n.Integer);return n.factories[a.intValue()]}let s=new t;return s.loader=e,s.cacheDir=r.cacheDir,hr(s,e),s}constructor(){this.cacheDir=Mo,this.codeCacheDir=Mo+"/dalvik-cache",this.tempFileNaming={prefix:"frida",suffix:""},this._classes={},this._classHandles=new dt(10,Td),this._patchedMethods=new Set,this._loader=null,this._types=[{},{}],ue.factories.push(this)}_dispose(e){Array.from(this._patchedMethods).forEach(n=>{n.implementation=null}),this._patchedMethods.clear(),Hn(),this._classHandles.dispose(e),this._classes={}}get loader(){return this._loader}set loader(e){let n=this._loader===null&&e!==null;this._loader=e,n&&ue.state==="ready"&&this===ue.factories[0]&&hr(this,e)}use(e,n={}){let r=n.cache!=="skip",o=r?this._getUsedClass(e):void 0;if(o===void 0)try{let s=G.getEnv(),{_loader:a}=this,l=a!==null?Ad(e,a,s):Nd(e);o=this._make(e,l,s)}finally{r&&this._setUsedClass(e,o)}return o}_getUsedClass(e){let n;for(;(n=this._classes[e])===Ao;)Thread.sleep(.05);return n===void 0&&(this._classes[e]=Ao),n}_setUsedClass(e,n){n!==void 0?this._classes[e]=n:delete this._classes[e]}_make(e,n,r){let o=Ld(),s=Object.create(mr.prototype,{[Symbol.for("n")]:{value:e},$n:{get(){return this[Symbol.for("n")]}},[Symbol.for("C")]:{value:o},$C:{get(){return this[Symbol.for("C")]}},[Symbol.for("w")]:{value:null,writable:!0},$w:{get(){return this[Symbol.for("w")]},set(i){this[Symbol.for("w")]=i}},[Symbol.for("_s")]:{writable:!0},$_s:{get(){return this[Symbol.for("_s")]},set(i){this[Symbol.for("_s")]=i}},[Symbol.for("c")]:{value:[null]},$c:{get(){return this[Symbol.for("c")]}},[Symbol.for("m")]:{value:new Map},$m:{get(){return this[Symbol.for("m")]}},[Symbol.for("l")]:{value:null,writable:!0},$l:{get(){return this[Symbol.for("l")]},set(i){this[Symbol.for("l")]=i}},[Symbol.for("gch")]:{value:n},$gch:{get(){return this[Symbol.for("gch")]}},[Symbol.for("f")]:{value:this},$f:{get(){return this[Symbol.for("f")]}}});o.prototype=s;let a=new o(null);s[Symbol.for("w")]=a,s.$w=a;let l=a.$borrowClassHandle(r);try{let i=l.value;No(r,i),s.$l=Je.build(i,r)}finally{l.unref(r)}return a}retain(e){let n=G.getEnv();return e.$clone(n)}cast(e,n,r){let o=G.getEnv(),s=e.$h;s===void 0&&(s=e);let a=n.$borrowClassHandle(o);try{if(!o.isInstanceOf(s,a.value))throw new Error(`Cast from '${o.getObjectClassName(s)}' to '${n.$n}' isn't possible`)}finally{a.unref(o)}let l=n.$C;return new l(s,Vt,o,r)}wrap(e,n,r){let o=n.$C,s=new o(e,Vt,r,!1);return s.$r=Script.bindWeak(s,G.makeHandleDestructor(e)),s}array(e,n){let r=G.getEnv(),o=qe(e);o!==null&&(e=o.name);let s=ir("["+e,!1,this),a=s.toJni(n,r);return s.fromJni(a,r,!0)}registerClass(e){let n=G.getEnv(),r=[];try{let o=this.use("java.lang.Class"),s=n.javaLangReflectMethod(),a=n.vaMethod("pointer",[]),l=e.name,i=e.implements||[],c=e.superClass||this.use("java.lang.Object"),d=[],f=[],p={name:Ue(l),sourceFileName:qd(l),superClass:Ue(c.$n),interfaces:i.map(E=>Ue(E.$n)),fields:d,methods:f},u=i.slice();i.forEach(E=>{Array.prototype.slice.call(E.class.getInterfaces()).forEach(L=>{let O=this.cast(L,o).getCanonicalName();u.push(this.use(O))})});let _=e.fields||{};Object.getOwnPropertyNames(_).forEach(E=>{let L=this._getType(_[E]);d.push([E,L.name])});let h={},m={};u.forEach(E=>{let L=E.$borrowClassHandle(n);r.push(L);let O=L.value;E.$ownMembers.filter(S=>E[S].overloads!==void 0).forEach(S=>{let x=E[S],F=x.overloads,D=F.map(R=>jo(S,R.returnType,R.argumentTypes));h[S]=[x,D,O],F.forEach((R,U)=>{let X=D[U];m[X]=[R,O]})})});let g=e.methods||{},k=Object.keys(g).reduce((E,L)=>{let O=g[L],S=L==="$init"?"<init>":L;return O instanceof Array?E.push(...O.map(x=>[S,x])):E.push([S,O]),E},[]),C=[];k.forEach(([E,L])=>{let O=Te,S,x,F=[],D;if(typeof L=="function"){let ne=h[E];if(ne!==void 0&&Array.isArray(ne)){let[ae,K,se]=ne;if(K.length>1)throw new Error(`More than one overload matching '${E}': signature must be specified`);delete m[K[0]];let Q=ae.overloads[0];O=Q.type,S=Q.returnType,x=Q.argumentTypes,D=L;let re=n.toReflectedMethod(se,Q.handle,0),Ee=a(n.handle,re,s.getGenericExceptionTypes);F=_r(n,Ee).map(Ue),n.deleteLocalRef(Ee),n.deleteLocalRef(re)}else S=this._getType("void"),x=[],D=L}else{if(L.isStatic&&(O=ft),S=this._getType(L.returnType||"void"),x=(L.argumentTypes||[]).map(K=>this._getType(K)),D=L.implementation,typeof D!="function")throw new Error("Expected a function implementation for method: "+E);let ne=jo(E,S,x),ae=m[ne];if(ae!==void 0){let[K,se]=ae;delete m[ne],O=K.type,S=K.returnType,x=K.argumentTypes;let Q=n.toReflectedMethod(se,K.handle,0),re=a(n.handle,Q,s.getGenericExceptionTypes);F=_r(n,re).map(Ue),n.deleteLocalRef(re),n.deleteLocalRef(Q)}}let R=S.name,U=x.map(ne=>ne.name),X="("+U.join("")+")"+R;f.push([E,R,U,F,O===ft?Cd:0]),C.push([E,X,O,S,x,D])});let M=Object.keys(m);if(M.length>0)throw new Error("Missing implementation for: "+M.join(", "));let j=Gt.fromBuffer(Io(p),this);try{j.load()}finally{j.file.delete()}let A=this.use(e.name),N=k.length;if(N>0){let E=3*pt,L=Memory.alloc(N*E),O=[],S=[];C.forEach(([D,R,U,X,ne,ae],K)=>{let se=Memory.allocUtf8String(D),Q=Memory.allocUtf8String(R),re=Vo(D,A,U,X,ne,ae);L.add(K*E).writePointer(se),L.add(K*E+pt).writePointer(Q),L.add(K*E+2*pt).writePointer(re),S.push(se,Q),O.push(re)});let x=A.$borrowClassHandle(n);r.push(x);let F=x.value;n.registerNatives(F,L,N),n.throwIfExceptionPending(),A.$nativeMethods=O}return A}finally{r.forEach(o=>{o.unref(n)})}}choose(e,n){let r=G.getEnv(),{flavor:o}=W;if(o==="jvm")this._chooseObjectsJvm(e,r,n);else if(o==="art"){let s=W["art::gc::Heap::VisitObjects"]===void 0;if(s&&W["art::gc::Heap::GetInstances"]===void 0)return this._chooseObjectsJvm(e,r,n);ge(G,r,a=>{s?this._chooseObjectsArtPreA12(e,r,a,n):this._chooseObjectsArtLegacy(e,r,a,n)})}else this._chooseObjectsDalvik(e,r,n)}_chooseObjectsJvm(e,n,r){let o=this.use(e),{jvmti:s}=W,a=1,l=3,i=o.$borrowClassHandle(n),c=int64(i.value.toString());try{let d=new NativeCallback((g,v,k,C)=>(k.writeS64(c),a),"int",["int64","int64","pointer","pointer"]);s.iterateOverInstancesOfClass(i.value,l,d,i.value);let f=Memory.alloc(8);f.writeS64(c);let p=Memory.alloc(Id),u=Memory.alloc(pt);s.getObjectsWithTags(1,f,p,u,NULL);let _=p.readS32(),h=u.readPointer(),m=[];for(let g=0;g!==_;g++)m.push(h.add(g*pt).readPointer());s.deallocate(h);try{for(let g of m){let v=this.cast(g,o);if(r.onMatch(v)==="stop")break}r.onComplete()}finally{m.forEach(g=>{n.deleteLocalRef(g)})}}finally{i.unref(n)}}_chooseObjectsArtPreA12(e,n,r,o){let s=this.use(e),a=at.$new(r,G),l,i=s.$borrowClassHandle(n);try{let p=W["art::JavaVMExt::DecodeGlobal"](W.vm,r,i.value);l=a.newHandle(p)}finally{i.unref(n)}let c=0,d=st.$new();W["art::gc::Heap::GetInstances"](W.artHeap,a,l,c,d);let f=d.handles.map(p=>n.newGlobalRef(p));d.$delete(),a.$delete();try{for(let p of f){let u=this.cast(p,s);if(o.onMatch(u)==="stop")break}o.onComplete()}finally{f.forEach(p=>{n.deleteGlobalRef(p)})}}_chooseObjectsArtLegacy(e,n,r,o){let s=this.use(e),a=[],l=W["art::JavaVMExt::AddGlobalRef"],i=W.vm,c,d=s.$borrowClassHandle(n);try{c=W["art::JavaVMExt::DecodeGlobal"](i,r,d.value).toInt32()}finally{d.unref(n)}let f=Qn(c,p=>{a.push(l(i,r,p))});W["art::gc::Heap::VisitObjects"](W.artHeap,f,NULL);try{for(let p of a){let u=this.cast(p,s);if(o.onMatch(u)==="stop")break}}finally{a.forEach(p=>{n.deleteGlobalRef(p)})}o.onComplete()}_chooseObjectsDalvik(e,n,r){let o=this.use(e);if(W.addLocalReference===null){let a=Process.getModuleByName("libdvm.so"),l;switch(Process.arch){case"arm":l="2d e9 f0 41 05 46 15 4e 0c 46 7e 44 11 b3 43 68";break;case"ia32":l="8d 64 24 d4 89 5c 24 1c 89 74 24 20 e8 ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? 85 d2";break}Memory.scan(a.base,a.size,l,{onMatch:(i,c)=>{let d;if(Process.arch==="arm")i=i.or(1),d=new NativeFunction(i,"pointer",["pointer","pointer"]);else{let f=Memory.alloc(Process.pageSize);Memory.patchCode(f,16,p=>{let u=new X86Writer(p,{pc:f});u.putMovRegRegOffsetPtr("eax","esp",4),u.putMovRegRegOffsetPtr("edx","esp",8),u.putJmpAddress(i),u.flush()}),d=new NativeFunction(f,"pointer",["pointer","pointer"]),d._thunk=f}return W.addLocalReference=d,G.perform(f=>{s(this,f)}),"stop"},onError(i){},onComplete(){W.addLocalReference===null&&r.onComplete()}})}else s(this,n);function s(a,l){let{DVM_JNI_ENV_OFFSET_SELF:i}=Jt,c=l.handle.add(i).readPointer(),d,f=o.$borrowClassHandle(l);try{d=W.dvmDecodeIndirectRef(c,f.value)}finally{f.unref(l)}let p=d.toMatchPattern(),u=W.dvmHeapSourceGetBase(),h=W.dvmHeapSourceGetLimit().sub(u).toInt32();Memory.scan(u,h,p,{onMatch:(m,g)=>{W.dvmIsValidObject(m)&&G.perform(v=>{let k=v.handle.add(i).readPointer(),C,M=W.addLocalReference(k,m);try{C=a.cast(M,o)}finally{v.deleteLocalRef(M)}if(r.onMatch(C)==="stop")return"stop"})},onError(m){},onComplete(){r.onComplete()}})}}openClassFile(e){return new Gt(e,null,this)}_getType(e,n=!0){return ar(e,n,this)}};function Ld(){return function(t,e,n,r){return mr.call(this,t,e,n,r)}}function mr(t,e,n,r=!0){if(t!==null)if(r){let o=n.newGlobalRef(t);this.$h=o,this.$r=Script.bindWeak(this,G.makeHandleDestructor(o))}else this.$h=t,this.$r=null;else this.$h=null,this.$r=null;return this.$t=e,new Proxy(this,Do)}Do={has(t,e){return e in t?!0:t.$has(e)},get(t,e,n){if(typeof e!="string"||e.startsWith("$")||e==="class")return t[e];let r=t.$find(e);return r!==null?r(n):t[e]},set(t,e,n,r){return t[e]=n,!0},ownKeys(t){return t.$list()},getOwnPropertyDescriptor(t,e){return Object.prototype.hasOwnProperty.call(t,e)?Object.getOwnPropertyDescriptor(t,e):{writable:!1,configurable:!0,enumerable:!0}}};Object.defineProperties(mr.prototype,{[Symbol.for("new")]:{enumerable:!1,get(){return this.$getCtor("allocAndInit")}},$new:{enumerable:!0,get(){return this[Symbol.for("new")]}},[Symbol.for("alloc")]:{enumerable:!1,value(){let t=G.getEnv(),e=this.$borrowClassHandle(t);try{let n=t.allocObject(e.value);return this.$f.cast(n,this)}finally{e.unref(t)}}},$alloc:{enumerable:!0,get(){return this[Symbol.for("alloc")]}},[Symbol.for("init")]:{enumerable:!1,get(){return this.$getCtor("initOnly")}},$init:{enumerable:!0,get(){return this[Symbol.for("init")]}},[Symbol.for("dispose")]:{enumerable:!1,value(){let t=this.$r;t!==null&&(this.$r=null,Script.unbindWeak(t)),this.$h!==null&&(this.$h=void 0)}},$dispose:{enumerable:!0,get(){return this[Symbol.for("dispose")]}},[Symbol.for("clone")]:{enumerable:!1,value(t){let e=this.$C;return new e(this.$h,this.$t,t)}},$clone:{value(t){return this[Symbol.for("clone")](t)}},[Symbol.for("class")]:{enumerable:!1,get(){let t=G.getEnv(),e=this.$borrowClassHandle(t);try{let n=this.$f;return n.cast(e.value,n.use("java.lang.Class"))}finally{e.unref(t)}}},class:{enumerable:!0,get(){return this[Symbol.for("class")]}},[Symbol.for("className")]:{enumerable:!1,get(){let t=this.$h;return t===null?this.$n:G.getEnv().getObjectClassName(t)}},$className:{enumerable:!0,get(){return this[Symbol.for("className")]}},[Symbol.for("ownMembers")]:{enumerable:!1,get(){return this.$l.list()}},$ownMembers:{enumerable:!0,get(){return this[Symbol.for("ownMembers")]}},[Symbol.for("super")]:{enumerable:!1,get(){let t=G.getEnv(),e=this.$s.$C;return new e(this.$h,Ro,t)}},$super:{enumerable:!0,get(){return this[Symbol.for("super")]}},[Symbol.for("s")]:{enumerable:!1,get(){let t=Object.getPrototypeOf(this),e=t.$_s;if(e===void 0){let n=G.getEnv(),r=this.$borrowClassHandle(n);try{let o=n.getSuperclass(r.value);if(o.isNull())e=null;else try{let s=n.getClassName(o),a=t.$f;if(e=a._getUsedClass(s),e===void 0)try{let l=Md(this);e=a._make(s,l,n)}finally{a._setUsedClass(s,e)}}finally{n.deleteLocalRef(o)}}finally{r.unref(n)}t.$_s=e}return e}},$s:{get(){return this[Symbol.for("s")]}},[Symbol.for("isSameObject")]:{enumerable:!1,value(t){return G.getEnv().isSameObject(t.$h,this.$h)}},$isSameObject:{value(t){return this[Symbol.for("isSameObject")](t)}},[Symbol.for("getCtor")]:{enumerable:!1,value(t){let e=this.$c,n=e[0];if(n===null){let r=G.getEnv(),o=this.$borrowClassHandle(r);try{n=Od(o.value,this.$w,r),e[0]=n}finally{o.unref(r)}}return n[t]}},$getCtor:{value(t){return this[Symbol.for("getCtor")](t)}},[Symbol.for("borrowClassHandle")]:{enumerable:!1,value(t){let e=this.$n,n=this.$f._classHandles,r=n.get(e);return r===void 0&&(r=new gr(this.$gch(t),t),n.set(e,r,t)),r.ref()}},$borrowClassHandle:{value(t){return this[Symbol.for("borrowClassHandle")](t)}},[Symbol.for("copyClassHandle")]:{enumerable:!1,value(t){let e=this.$borrowClassHandle(t);try{return t.newLocalRef(e.value)}finally{e.unref(t)}}},$copyClassHandle:{value(t){return this[Symbol.for("copyClassHandle")](t)}},[Symbol.for("getHandle")]:{enumerable:!1,value(t){let e=this.$h;if(e===void 0)throw new Error("Wrapper is disposed; perhaps it was borrowed from a hook instead of calling Java.retain() to make a long-lived wrapper?");return e}},$getHandle:{value(t){return this[Symbol.for("getHandle")](t)}},[Symbol.for("list")]:{enumerable:!1,value(){let t=this.$s,e=t!==null?t.$list():[],n=this.$l;return Array.from(new Set(e.concat(n.list())))}},$list:{get(){return this[Symbol.for("list")]}},[Symbol.for("has")]:{enumerable:!1,value(t){if(this.$m.has(t)||this.$l.has(t))return!0;let r=this.$s;return!!(r!==null&&r.$has(t))}},$has:{value(t){return this[Symbol.for("has")](t)}},[Symbol.for("find")]:{enumerable:!1,value(t){let e=this.$m,n=e.get(t);if(n!==void 0)return n;let o=this.$l.find(t);if(o!==null){let a=G.getEnv(),l=this.$borrowClassHandle(a);try{n=jd(t,o,l.value,this.$w,a)}finally{l.unref(a)}return e.set(t,n),n}let s=this.$s;return s!==null?s.$find(t):null}},$find:{value(t){return this[Symbol.for("find")](t)}},[Symbol.for("toJSON")]:{enumerable:!1,value(){let t=this.$n;if(this.$h===null)return`<class: ${t}>`;let n=this.$className;return t===n?`<instance: ${t}>`:`<instance: ${t}, $className: ${n}>`}},toJSON:{get(){return this[Symbol.for("toJSON")]}}});function gr(t,e){this.value=e.newGlobalRef(t),e.deleteLocalRef(t),this.refs=1}gr.prototype.ref=function(){return this.refs++,this};gr.prototype.unref=function(t){--this.refs===0&&t.deleteGlobalRef(this.value)};function Td(t,e){t.unref(e)}function Nd(t){let e=t.replace(/\./g,"/");return function(n){let r=$t();$o(r);try{return n.findClass(e)}finally{Ho(r)}}}function Ad(t,e,n){return cr===null&&(Oo=n.vaMethod("pointer",["pointer"]),cr=e.loadClass.overload("java.lang.String").handle),n=null,function(r){let o=r.newStringUtf(t),s=$t();$o(s);try{let a=Oo(r.handle,e.$h,cr,o);return r.throwIfExceptionPending(),a}finally{Ho(s),r.deleteLocalRef(o)}}}function Md(t){return function(e){let n=t.$borrowClassHandle(e);try{return e.getSuperclass(n.value)}finally{n.unref(e)}}}function Od(t,e,n){let{$n:r,$f:o}=e,s=Zd(r),a=n.javaLangClass(),l=n.javaLangReflectConstructor(),i=n.vaMethod("pointer",[]),c=n.vaMethod("uint8",[]),d=[],f=[],p=o._getType(r,!1),u=o._getType("void",!1),_=i(n.handle,t,a.getDeclaredConstructors);try{let h=n.getArrayLength(_);if(h!==0)for(let m=0;m!==h;m++){let g,v,k=n.getObjectArrayElement(_,m);try{g=n.fromReflectedMethod(k),v=i(n.handle,k,l.getGenericParameterTypes)}finally{n.deleteLocalRef(k)}let C;try{C=_r(n,v).map(M=>o._getType(M))}finally{n.deleteLocalRef(v)}d.push(We(s,e,dr,g,p,C,n)),f.push(We(s,e,Te,g,u,C,n))}else{if(c(n.handle,t,a.isInterface))throw new Error("cannot instantiate an interface");let g=n.javaLangObject(),v=n.getMethodId(g,"<init>","()V");d.push(We(s,e,dr,v,p,[],n)),f.push(We(s,e,Te,v,u,[],n))}}finally{n.deleteLocalRef(_)}if(f.length===0)throw new Error("no supported overloads");return{allocAndInit:pr(d),initOnly:pr(f)}}function jd(t,e,n,r,o){return e.startsWith("m")?xd(t,e,n,r,o):Gd(t,e,n,r,o)}function xd(t,e,n,r,o){let{$f:s}=r,a=e.split(":").slice(1),l=o.javaLangReflectMethod(),i=o.vaMethod("pointer",[]),c=o.vaMethod("uint8",[]),d=a.map(p=>{let u=p[0]==="s"?ft:Te,_=ptr(p.substr(1)),h,m=[],g=o.toReflectedMethod(n,_,u===ft?1:0);try{let v=!!c(o.handle,g,l.isVarArgs),k=i(o.handle,g,l.getGenericReturnType);o.throwIfExceptionPending();try{h=s._getType(o.getTypeName(k))}finally{o.deleteLocalRef(k)}let C=i(o.handle,g,l.getParameterTypes);try{let M=o.getArrayLength(C);for(let j=0;j!==M;j++){let A=o.getObjectArrayElement(C,j),N;try{N=v&&j===M-1?o.getArrayTypeName(A):o.getTypeName(A)}finally{o.deleteLocalRef(A)}let E=s._getType(N);m.push(E)}}finally{o.deleteLocalRef(C)}}catch{return null}finally{o.deleteLocalRef(g)}return We(t,r,u,_,h,m,o)}).filter(p=>p!==null);if(d.length===0)throw new Error("No supported overloads");t==="valueOf"&&Ud(d);let f=pr(d);return function(p){return f}}function pr(t){let e=Pd();return Object.setPrototypeOf(e,Jo),e._o=t,e}function Pd(){let t=function(){return t.invoke(this,arguments)};return t}Jo=Object.create(Function.prototype,{overloads:{enumerable:!0,get(){return this._o}},overload:{value(...t){let e=this._o,n=t.length,r=t.join(":");for(let o=0;o!==e.length;o++){let s=e[o],{argumentTypes:a}=s;if(a.length!==n)continue;if(a.map(i=>i.className).join(":")===r)return s}fr(this.methodName,this.overloads,"specified argument types do not match any of:")}},methodName:{enumerable:!0,get(){return this._o[0].methodName}},holder:{enumerable:!0,get(){return this._o[0].holder}},type:{enumerable:!0,get(){return this._o[0].type}},handle:{enumerable:!0,get(){return ze(this),this._o[0].handle}},implementation:{enumerable:!0,get(){return ze(this),this._o[0].implementation},set(t){ze(this),this._o[0].implementation=t}},returnType:{enumerable:!0,get(){return ze(this),this._o[0].returnType}},argumentTypes:{enumerable:!0,get(){return ze(this),this._o[0].argumentTypes}},canInvokeWith:{enumerable:!0,get(t){return ze(this),this._o[0].canInvokeWith}},clone:{enumerable:!0,value(t){return ze(this),this._o[0].clone(t)}},invoke:{value(t,e){let n=this._o,r=t.$h!==null;for(let o=0;o!==n.length;o++){let s=n[o];if(s.canInvokeWith(e)){if(s.type===Te&&!r){let a=this.methodName;if(a==="toString")return`<class: ${t.$n}>`;throw new Error(a+": cannot call instance method without an instance")}return s.apply(t,e)}}if(this.methodName==="toString")return`<class: ${t.$n}>`;fr(this.methodName,this.overloads,"argument types do not match any of:")}}});function jo(t,e,n){return`${e.className} ${t}(${n.map(r=>r.className).join(", ")})`}function ze(t){let e=t._o;e.length>1&&fr(e[0].methodName,e,"has more than one overload, use .overload(<signature>) to choose from:")}function fr(t,e,n){let o=e.slice().sort((s,a)=>s.argumentTypes.length-a.argumentTypes.length).map(s=>s.argumentTypes.length>0?".overload('"+s.argumentTypes.map(l=>l.className).join("', '")+"')":".overload()");throw new Error(`${t}(): ${n}
	${o.join(`
	`)}`)}function We(t,e,n,r,o,s,a,l){let i=o.type,c=s.map(p=>p.type);a===null&&(a=G.getEnv());let d,f;return n===Te?(d=a.vaMethod(i,c,l),f=a.nonvirtualVaMethod(i,c,l)):n===ft?(d=a.staticVaMethod(i,c,l),f=d):(d=a.constructor(c,l),f=d),Rd([t,e,n,r,o,s,d,f])}function Rd(t){let e=Fd();return Object.setPrototypeOf(e,Uo),e._p=t,e}function Fd(){let t=function(){return t.invoke(this,arguments)};return t}Uo=Object.create(Function.prototype,{methodName:{enumerable:!0,get(){return this._p[0]}},holder:{enumerable:!0,get(){return this._p[1]}},type:{enumerable:!0,get(){return this._p[2]}},handle:{enumerable:!0,get(){return this._p[3]}},implementation:{enumerable:!0,get(){let t=this._r;return t!==void 0?t:null},set(t){let e=this._p,n=e[1];if(e[2]===dr)throw new Error("Reimplementing $new is not possible; replace implementation of $init instead");let o=this._r;if(o!==void 0&&(n.$f._patchedMethods.delete(this),o._m.revert(G),this._r=void 0),t!==null){let[s,a,l,i,c,d]=e,f=Vo(s,a,l,c,d,t,this),p=Po(i);f._m=p,this._r=f,p.replace(f,l===Te,d,G,W),n.$f._patchedMethods.add(this)}}},returnType:{enumerable:!0,get(){return this._p[4]}},argumentTypes:{enumerable:!0,get(){return this._p[5]}},canInvokeWith:{enumerable:!0,value(t){let e=this._p[5];return t.length!==e.length?!1:e.every((n,r)=>n.isCompatible(t[r]))}},clone:{enumerable:!0,value(t){let e=this._p.slice(0,6);return We(...e,null,t)}},invoke:{value(t,e){let n=G.getEnv(),r=this._p,o=r[2],s=r[4],a=r[5],l=this._r,i=o===Te,c=e.length,d=2+c;n.pushLocalFrame(d);let f=null;try{let p;i?p=t.$getHandle():(f=t.$borrowClassHandle(n),p=f.value);let u,_=t.$t;l===void 0?u=r[3]:(u=l._m.resolveTarget(t,i,n,W),Fo&&l._c.has($t())&&(_=Ro));let h=[n.handle,p,u];for(let v=0;v!==c;v++)h.push(a[v].toJni(e[v],n));let m;_===Vt?m=r[6]:(m=r[7],i&&h.splice(2,0,t.$copyClassHandle(n)));let g=m.apply(null,h);return n.throwIfExceptionPending(),s.fromJni(g,n,!0)}finally{f!==null&&f.unref(n),n.popLocalFrame(NULL)}}},toString:{enumerable:!0,value(){return`function ${this.methodName}(${this.argumentTypes.map(t=>t.className).join(", ")}): ${this.returnType.className}`}}});function Vo(t,e,n,r,o,s,a=null){let l=new Set,i=Dd([t,e,n,r,o,s,a,l]),c=new NativeCallback(i,r.type,["pointer","pointer"].concat(o.map(d=>d.type)));return c._c=l,c}function Dd(t){return function(){return Jd(arguments,t)}}function Jd(t,e){let n=new b(t[0],G),[r,o,s,a,l,i,c,d]=e,f=[],p;if(s===Te){let h=o.$C;p=new h(t[1],Vt,n,!1)}else p=o;let u=$t();n.pushLocalFrame(3);let _=!0;G.link(u,n);try{d.add(u);let h;c===null||!Ke.has(u)?h=i:h=c;let m=[],g=t.length-2;for(let C=0;C!==g;C++){let j=l[C].fromJni(t[2+C],n,!1);m.push(j),f.push(j)}let v=h.apply(p,m);if(!a.isCompatible(v))throw new Error(`Implementation for ${r} expected return value compatible with ${a.className}`);let k=a.toJni(v,n);return a.type==="pointer"&&(k=n.popLocalFrame(k),_=!1,f.push(v)),k}catch(h){let m=h.$h;return m!==void 0?n.throw(m):Script.nextTick(()=>{throw h}),a.defaultValue}finally{G.unlink(u),_&&n.popLocalFrame(NULL),d.delete(u),f.forEach(h=>{if(h===null)return;let m=h.$dispose;m!==void 0&&m.call(h)})}}function Ud(t){let{holder:e,type:n}=t[0];t.some(o=>o.type===n&&o.argumentTypes.length===0)||t.push(zd([e,n]))}function zd(t){let e=Vd();return Object.setPrototypeOf(e,zo),e._p=t,e}function Vd(){return function(){return this}}zo=Object.create(Function.prototype,{methodName:{enumerable:!0,get(){return"valueOf"}},holder:{enumerable:!0,get(){return this._p[0]}},type:{enumerable:!0,get(){return this._p[1]}},handle:{enumerable:!0,get(){return NULL}},implementation:{enumerable:!0,get(){return null},set(t){}},returnType:{enumerable:!0,get(){let t=this.holder;return t.$f.use(t.$n)}},argumentTypes:{enumerable:!0,get(){return[]}},canInvokeWith:{enumerable:!0,value(t){return t.length===0}},clone:{enumerable:!0,value(t){throw new Error("Invalid operation")}}});function Gd(t,e,n,r,o){let s=e[2]==="s"?lr:ur,a=ptr(e.substr(3)),{$f:l}=r,i,c=o.toReflectedField(n,a,s===lr?1:0);try{i=o.vaMethod("pointer",[])(o.handle,c,o.javaLangReflectField().getGenericType),o.throwIfExceptionPending()}finally{o.deleteLocalRef(c)}let d;try{d=l._getType(o.getTypeName(i))}finally{o.deleteLocalRef(i)}let f,p,u=d.type;return s===lr?(f=o.getStaticField(u),p=o.setStaticField(u)):(f=o.getField(u),p=o.setField(u)),$d([s,d,a,f,p])}function $d(t){return function(e){return new Go([e].concat(t))}}function Go(t){this._p=t}Object.defineProperties(Go.prototype,{value:{enumerable:!0,get(){let[t,e,n,r,o]=this._p,s=G.getEnv();s.pushLocalFrame(4);let a=null;try{let l;if(e===ur){if(l=t.$getHandle(),l===null)throw new Error("Cannot access an instance field without an instance")}else a=t.$borrowClassHandle(s),l=a.value;let i=o(s.handle,l,r);return s.throwIfExceptionPending(),n.fromJni(i,s,!0)}finally{a!==null&&a.unref(s),s.popLocalFrame(NULL)}},set(t){let[e,n,r,o,,s]=this._p,a=G.getEnv();a.pushLocalFrame(4);let l=null;try{let i;if(n===ur){if(i=e.$getHandle(),i===null)throw new Error("Cannot access an instance field without an instance")}else l=e.$borrowClassHandle(a),i=l.value;if(!r.isCompatible(t))throw new Error(`Expected value compatible with ${r.className}`);let c=r.toJni(t,a);s(a.handle,i,o,c),a.throwIfExceptionPending()}finally{l!==null&&l.unref(a),a.popLocalFrame(NULL)}}},holder:{enumerable:!0,get(){return this._p[0]}},fieldType:{enumerable:!0,get(){return this._p[1]}},fieldReturnType:{enumerable:!0,get(){return this._p[2]}},toString:{enumerable:!0,value(){let t=`Java.Field{holder: ${this.holder}, fieldType: ${this.fieldType}, fieldReturnType: ${this.fieldReturnType}, value: ${this.value}}`;return t.length<200?t:`Java.Field{
	holder: ${this.holder},
	fieldType: ${this.fieldType},
	fieldReturnType: ${this.fieldReturnType},
	value: ${this.value},
}`.split(`
`).map(n=>n.length>200?n.slice(0,n.indexOf(" ")+1)+"...,":n).join(`
`)}}});var Gt=class t{static fromBuffer(e,n){let r=xo(n),o=r.getCanonicalPath().toString(),s=new File(o,"w");return s.write(e.buffer),s.close(),Hd(o,n),new t(o,r,n)}constructor(e,n,r){this.path=e,this.file=n,this._factory=r}load(){let{_factory:e}=this,{codeCacheDir:n}=e,r=e.use("dalvik.system.DexClassLoader"),o=e.use("java.io.File"),s=this.file;if(s===null&&(s=e.use("java.io.File").$new(this.path)),!s.exists())throw new Error("File not found");o.$new(n).mkdirs(),e.loader=r.$new(s.getCanonicalPath(),n,null,e.loader),G.preventDetachDueToClassLoader()}getClassNames(){let{_factory:e}=this,n=e.use("dalvik.system.DexFile"),r=xo(e),o=n.loadDex(this.path,r.getCanonicalPath(),0),s=[],a=o.entries();for(;a.hasMoreElements();)s.push(a.nextElement().toString());return s}};function xo(t){let{cacheDir:e,tempFileNaming:n}=t,r=t.use("java.io.File"),o=r.$new(e);return o.mkdirs(),r.createTempFile(n.prefix,n.suffix+".dex",o)}function Hd(t,e){e.use("java.io.File").$new(t).setWritable(!1,!1)}function Bd(){switch(ue.state){case"empty":{ue.state="pending";let t=ue.factories[0],e=t.use("java.util.HashMap"),n=t.use("java.lang.Integer");ue.loaders=e.$new(),ue.Integer=n;let r=t.loader;return r!==null&&hr(t,r),ue.state="ready",ue}case"pending":do Thread.sleep(.05);while(ue.state==="pending");return ue;case"ready":return ue}}function hr(t,e){let{factories:n,loaders:r,Integer:o}=ue,s=o.$new(n.indexOf(t));r.put(e,s);for(let a=e.getParent();a!==null&&!r.containsKey(a);a=a.getParent())r.put(a,s)}function $o(t){let e=Ke.get(t);e===void 0&&(e=0),e++,Ke.set(t,e)}function Ho(t){let e=Ke.get(t);if(e===void 0)throw new Error(`Thread ${t} is not ignored`);e--,e===0?Ke.delete(t):Ke.set(t,e)}function Zd(t){return t.slice(t.lastIndexOf(".")+1)}function _r(t,e){let n=[],r=t.getArrayLength(e);for(let o=0;o!==r;o++){let s=t.getObjectArrayElement(e,o);try{n.push(t.getTypeName(s))}finally{t.deleteLocalRef(s)}}return n}function qd(t){let e=t.split(".");return e[e.length-1]+".java"}var Wd=4,Bo=Process.pointerSize,br=class{ACC_PUBLIC=1;ACC_PRIVATE=2;ACC_PROTECTED=4;ACC_STATIC=8;ACC_FINAL=16;ACC_SYNCHRONIZED=32;ACC_BRIDGE=64;ACC_VARARGS=128;ACC_NATIVE=256;ACC_ABSTRACT=1024;ACC_STRICT=2048;ACC_SYNTHETIC=4096;constructor(){this.classFactory=null,this.ClassFactory=Me,this.vm=null,this.api=null,this._initialized=!1,this._apiError=null,this._wakeupHandler=null,this._pollListener=null,this._pendingMainOps=[],this._pendingVmOps=[],this._cachedIsAppProcess=null;try{this._tryInitialize()}catch{}}_tryInitialize(){if(this._initialized)return!0;if(this._apiError!==null)throw this._apiError;let e;try{e=ct(),this.api=e}catch(r){throw this._apiError=r,r}if(e===null)return!1;let n=new Se(e);return this.vm=n,Lo(n),Me._initialize(n,e),this.classFactory=new Me,this._initialized=!0,!0}_dispose(){if(this.api===null)return;let{vm:e}=this;e.perform(n=>{Me._disposeAll(n),b.dispose(n)}),Script.nextTick(()=>{Se.dispose(e)})}get available(){return this._tryInitialize()}get androidVersion(){return it()}synchronized(e,n){let{$h:r=e}=e;if(!(r instanceof NativePointer))throw new Error("Java.synchronized: the first argument `obj` must be either a pointer or a Java instance");let o=this.vm.getEnv();de("VM::MonitorEnter",o.monitorEnter(r));try{n()}finally{o.monitorExit(r)}}enumerateLoadedClasses(e){this._checkAvailable();let{flavor:n}=this.api;n==="jvm"?this._enumerateLoadedClassesJvm(e):n==="art"?this._enumerateLoadedClassesArt(e):this._enumerateLoadedClassesDalvik(e)}enumerateLoadedClassesSync(){let e=[];return this.enumerateLoadedClasses({onMatch(n){e.push(n)},onComplete(){}}),e}enumerateClassLoaders(e){this._checkAvailable();let{flavor:n}=this.api;if(n==="jvm")this._enumerateClassLoadersJvm(e);else if(n==="art")this._enumerateClassLoadersArt(e);else throw new Error("Enumerating class loaders is not supported on Dalvik")}enumerateClassLoadersSync(){let e=[];return this.enumerateClassLoaders({onMatch(n){e.push(n)},onComplete(){}}),e}_enumerateLoadedClassesJvm(e){let{api:n,vm:r}=this,{jvmti:o}=n,s=r.getEnv(),a=Memory.alloc(Wd),l=Memory.alloc(Bo);o.getLoadedClasses(a,l);let i=a.readS32(),c=l.readPointer(),d=[];for(let f=0;f!==i;f++)d.push(c.add(f*Bo).readPointer());o.deallocate(c);try{for(let f of d){let p=s.getClassName(f);e.onMatch(p,f)}e.onComplete()}finally{d.forEach(f=>{s.deleteLocalRef(f)})}}_enumerateClassLoadersJvm(e){this.choose("java.lang.ClassLoader",e)}_enumerateLoadedClassesArt(e){let{vm:n,api:r}=this,o=n.getEnv(),s=r["art::JavaVMExt::AddGlobalRef"],{vm:a}=r;ge(n,o,l=>{let i=Vn(c=>{let d=s(a,l,c);try{let f=o.getClassName(d);e.onMatch(f,d)}finally{o.deleteGlobalRef(d)}return!0});r["art::ClassLinker::VisitClasses"](r.artClassLinker.address,i)}),e.onComplete()}_enumerateClassLoadersArt(e){let{classFactory:n,vm:r,api:o}=this,s=r.getEnv(),a=o["art::ClassLinker::VisitClassLoaders"];if(a===void 0)throw new Error("This API is only available on Android >= 7.0");let l=n.use("java.lang.ClassLoader"),i=[],c=o["art::JavaVMExt::AddGlobalRef"],{vm:d}=o;ge(r,s,f=>{let p=Gn(u=>(i.push(c(d,f,u)),!0));zn(()=>{a(o.artClassLinker.address,p)})});try{i.forEach(f=>{let p=n.cast(f,l);e.onMatch(p)})}finally{i.forEach(f=>{s.deleteGlobalRef(f)})}e.onComplete()}_enumerateLoadedClassesDalvik(e){let{api:n}=this,r=ptr("0xcbcacccd"),o=172,s=8,l=n.gDvm.add(o).readPointer(),i=l.readS32(),d=l.add(12).readPointer(),f=i*s;for(let p=0;p<f;p+=s){let _=d.add(p).add(4).readPointer();if(_.isNull()||_.equals(r))continue;let m=_.add(24).readPointer().readUtf8String();if(m.startsWith("L")){let g=m.substring(1,m.length-1).replace(/\//g,".");e.onMatch(g)}}e.onComplete()}enumerateMethods(e){let{classFactory:n}=this,r=this.vm.getEnv(),o=n.use("java.lang.ClassLoader");return Je.enumerateMethods(e,this.api,r).map(s=>{let a=s.loader;return s.loader=a!==null?n.wrap(a,o,r):null,s})}scheduleOnMainThread(e){this.performNow(()=>{this._pendingMainOps.push(e);let{_wakeupHandler:n}=this;if(n===null){let{classFactory:r}=this,o=r.use("android.os.Handler"),s=r.use("android.os.Looper");n=o.$new(s.getMainLooper()),this._wakeupHandler=n}this._pollListener===null&&(this._pollListener=Interceptor.attach(Process.getModuleByName("libc.so").getExportByName("epoll_wait"),this._makePollHook()),Interceptor.flush()),n.sendEmptyMessage(1)})}_makePollHook(){let e=Process.id,{_pendingMainOps:n}=this;return function(){if(this.threadId!==e)return;let r;for(;(r=n.shift())!==void 0;)try{r()}catch(o){Script.nextTick(()=>{throw o})}}}perform(e){if(this._checkAvailable(),!this._isAppProcess()||this.classFactory.loader!==null)try{this.vm.perform(e)}catch(n){Script.nextTick(()=>{throw n})}else this._pendingVmOps.push(e),this._pendingVmOps.length===1&&this._performPendingVmOpsWhenReady()}performNow(e){return this._checkAvailable(),this.vm.perform(()=>{let{classFactory:n}=this;if(this._isAppProcess()&&n.loader===null){let o=n.use("android.app.ActivityThread").currentApplication();o!==null&&Zo(n,o)}return e()})}_performPendingVmOpsWhenReady(){this.vm.perform(()=>{let{classFactory:e}=this,n=e.use("android.app.ActivityThread"),r=n.currentApplication();if(r!==null){Zo(e,r),this._performPendingVmOps();return}let o=this,s=!1,a="early",l=n.handleBindApplication;l.implementation=function(d){if(d.instrumentationName.value!==null){a="late";let p=e.use("android.app.LoadedApk").makeApplication;p.implementation=function(u,_){return s||(s=!0,qo(e,this),o._performPendingVmOps()),p.apply(this,arguments)}}l.apply(this,arguments)};let c=n.getPackageInfo.overloads.map(d=>[d.argumentTypes.length,d]).sort(([d],[f])=>f-d).map(([d,f])=>f)[0];c.implementation=function(...d){let f=c.call(this,...d);return!s&&a==="early"&&(s=!0,qo(e,f),o._performPendingVmOps()),f}})}_performPendingVmOps(){let{vm:e,_pendingVmOps:n}=this,r;for(;(r=n.shift())!==void 0;)try{e.perform(r)}catch(o){Script.nextTick(()=>{throw o})}}use(e,n){return this.classFactory.use(e,n)}openClassFile(e){return this.classFactory.openClassFile(e)}choose(e,n){this.classFactory.choose(e,n)}retain(e){return this.classFactory.retain(e)}cast(e,n){return this.classFactory.cast(e,n)}array(e,n){return this.classFactory.array(e,n)}backtrace(e){return $n(this.vm,e)}isMainThread(){let e=this.classFactory.use("android.os.Looper"),n=e.getMainLooper(),r=e.myLooper();return r===null?!1:n.$isSameObject(r)}registerClass(e){return this.classFactory.registerClass(e)}deoptimizeEverything(){let{vm:e}=this;return qn(e,e.getEnv())}deoptimizeBootImage(){let{vm:e}=this;return Wn(e,e.getEnv())}deoptimizeMethod(e){let{vm:n}=this;return Zn(n,n.getEnv(),e)}_checkAvailable(){if(!this.available)throw new Error("Java API not available")}_isAppProcess(){let e=this._cachedIsAppProcess;if(e===null){if(this.api.flavor==="jvm")return e=!1,this._cachedIsAppProcess=e,e;let n=new NativeFunction(Module.getGlobalExportByName("readlink"),"pointer",["pointer","pointer","pointer"],{exceptions:"propagate"}),r=Memory.allocUtf8String("/proc/self/exe"),o=1024,s=Memory.alloc(o),a=n(r,s,ptr(o)).toInt32();if(a!==-1){let l=s.readUtf8String(a);e=/^\/system\/bin\/app_process/.test(l)}else e=!0;this._cachedIsAppProcess=e}return e}};function Zo(t,e){let n=t.use("android.os.Process");t.loader=e.getClassLoader(),n.myUid()===n.SYSTEM_UID.value?(t.cacheDir="/data/system",t.codeCacheDir="/data/dalvik-cache"):"getCodeCacheDir"in e?(t.cacheDir=e.getCacheDir().getCanonicalPath(),t.codeCacheDir=e.getCodeCacheDir().getCanonicalPath()):(t.cacheDir=e.getFilesDir().getCanonicalPath(),t.codeCacheDir=e.getCacheDir().getCanonicalPath())}function qo(t,e){let n=t.use("java.io.File");t.loader=e.getClassLoader();let r=n.$new(e.getDataDir()).getCanonicalPath();t.cacheDir=r,t.codeCacheDir=r+"/cache"}var vr=new br;Script.bindWeak(vr,()=>{vr._dispose()});var Y=vr;var te=class extends Error{constructor(n,r){super(`${n}: ${r}`);this.code=n}},Kd=["floor_ns","idle_floor_ns","first_sample_ns","interval_ns","hang_timeout_ns","heartbeat_ns","drain_ms","silence_ms"],Qd=["printer","observer","auto"],Wo=["block","always","blockcanary"];function Ko(t){let e=JSON.parse(t);if(e.protocol!==1)throw new te("protocol",`this agent speaks 1, the host ${String(e.protocol)}`);for(let n of Kd){let r=e[n];if(typeof r!="number"||!Number.isSafeInteger(r)||r<=0)throw new te("protocol",`option ${n} is ${String(r)}, not a whole number above 0`)}if(!Qd.includes(e.hook))throw new te("protocol",`option hook is ${String(e.hook)}`);if(!Wo.includes(e.sample))throw new te("protocol",`option sample is ${String(e.sample)}`);if(typeof e.session!="string"||!/^[\w.-]{1,64}$/.test(e.session))throw new te("protocol","option session is not a short word");return e}function Qo(t){return Wo.indexOf(t.sample)}function Yo(t){return[t.floor_ns,t.idle_floor_ns,t.first_sample_ns,t.interval_ns,t.hang_timeout_ns,t.heartbeat_ns,t.silence_ms*1e6]}function Xo(t,e,n){return`${JSON.stringify({type:"goodbye",at_ns:t,restored:e.length===0,residue:e}).slice(0,-1)},"batch":${n??"null"}}`}function es(t,e){return JSON.stringify({type:"fatal",code:t,text:e})}function ts(t){let e=/^\{"type":"batch","seq":(\d+),/.exec(t);if(e===null)throw new Error(`not a batch: ${t.slice(0,80)}`);return Number(e[1])}function rs(){try{return Y.available}catch{return!1}}function ht(t){let e;return Y.vm.perform(()=>{e=t()}),e}function ce(t){return Y.use(t)}function _t(t,e){return Y.cast(t,Y.use(e))}function mt(t,e){Y.synchronized(t,e)}function ye(t,e){try{return t()}catch{return e}}function Oe(t,e){return t===null||e===null?t===e:t.$isSameObject(e)}function je(t){return t.$className}function xe(t){return typeof t=="number"?t:Number(t.toString())}function os(t,e){let n=Y.use("android.os.Looper").class.getClassLoader(),r=Y.array("byte",Array.from(new Int8Array(t))),o=[];for(let s of[ns,Xd])try{let a=s(r,n,e);Y.use("java.lang.Class").forName("droidcanary.probe.Probe",!0,a);let l=Y.ClassFactory.get(a);globalThis.droidcanaryPrelude?.afterLoader?.(Yd());let i=l.use("droidcanary.probe.Probe");return{create:(c,d,f,p)=>i.$new(c,Y.array("long",d),f,p),dispose:()=>{i.$dispose(),a.$dispose()}}}catch(a){o.push(`${s===ns?"from memory":"from a file"}: ${String(a)}`)}throw new te("dex",o.join("; "))}function Yd(){return Y.vm.handle}function ns(t,e){let n=Y.use("java.nio.ByteBuffer").wrap(t);return Y.use("dalvik.system.InMemoryDexClassLoader").$new(n,e)}function Xd(t,e,n){let r=Y.use("java.io.File"),o=eu()??Y.use("java.lang.System").getProperty("java.io.tmpdir"),s=r.$new(`${o}/droidcanary-${n}.dex`),a=r.$new(`${o}/droidcanary-${n}.odex.d`);try{let l=Y.use("java.io.FileOutputStream").$new(s);try{l.write(t)}finally{l.close()}s.setReadable(!1,!1),s.setReadable(!0,!0),s.setReadOnly(),a.mkdirs();let i=Y.use("dalvik.system.DexClassLoader").$new(s.getPath(),a.getPath(),null,e);return Y.use("java.lang.Class").forName("droidcanary.probe.Probe",!0,i),i}finally{s.delete(),ss(a)}}function eu(){return ye(()=>{let t=Y.use("android.app.ActivityThread").currentApplication();return t===null?null:t.getCodeCacheDir().getPath()},null)}function ss(t){let e=t.listFiles();for(let n of e??[])n.isDirectory()?ss(n):n.delete();t.delete()}var Ht=class{constructor(e,n){this.silenceMs=e;this.looked=n}sent=[];chars=0;silentMs=0;looked;batch(e,n){this.sent.push({seq:e,chars:n}),this.chars+=n}ack(e){for(this.silentMs=0;this.sent.length>0&&this.sent[0].seq<=e;)this.chars-=this.sent.shift().chars}get open(){return this.chars<1048576}silent(e){return this.silentMs+=Math.min(Math.max(e-this.looked,0),1e3),this.looked=e,this.silentMs>this.silenceMs}};function as(){let t=ce("android.os.Looper").getMainLooper();if(t===null)throw new te("no-main-looper","the process has no main looper (yet)");return t}function is(t){let e=[...t.notes],n=xe(ce("java.lang.System").nanoTime()),r=nu();r===null&&e.push("no clock that counts sleep: elapsed_ns is the uptime");let o=xe(ce("java.lang.System").currentTimeMillis()),s=ye(()=>ce("android.os.Build$VERSION").SDK_INT.value,0)||Number(yr("ro.build.version.sdk")),a={type:"hello",protocol:1,agent:"0.1.0",frida:Frida.version,bridge:"7.0.13",pid:Process.id,main_tid:Process.id,api:s,release:yr("ro.build.version.release"),model:yr("ro.product.model"),runtime:ou(),hook:t.hook,at_ns:t.atNs,clocks:{uptime_ns:n,elapsed_ns:r??n,wall_ms:o,utc_offset_s:ru(o)},debugger:ye(()=>ce("android.os.Debug").isDebuggerConnected(),!1),previous_printer:t.previousPrinter,idle_handlers:t.idleHandlers,notes:e};return JSON.stringify(a)}function nu(){let t=ye(()=>xe(ce("android.os.SystemClock").elapsedRealtimeNanos()),0);if(t>0)return t;let e=ye(()=>Number(File.readAllText("/proc/uptime").split(" ")[0]),Number.NaN);return Number.isFinite(e)?Math.round(e*1e9):null}function ru(t){return ye(()=>ce("java.util.TimeZone").getDefault().getOffset(t)/1e3,null)}function yr(t){return ye(()=>ce("android.os.SystemProperties").get(t),null)??""}function ou(){let t=n=>ye(()=>ce("java.lang.System").getProperty(n),null)??"";return`${Process.findModuleByName("libart.so")!==null?"ART":t("java.vm.name")} ${t("java.vm.version")}`.trim()}var gt=class{constructor(e,n){this.hook=e;this.reporter=n;this.seenOurs=n.now()}seenOurs;replaced=0;skip=0;check(){if(this.skip>0){this.skip--;return}let e=this.hook.look(),n=this.reporter.now();if(e.ours){this.seenOurs=n;return}let r=Math.max(this.seenOurs,this.reporter.lastSeen());this.hook.rechain();let o=this.reporter.now();this.seenOurs=o,r<n&&this.reporter.gap(r,o,`${this.hook.what}-replaced`),this.replaced++,this.replaced>8&&(this.skip=Math.min(120,2**(this.replaced-8)));let s=e.name===null?"taken out":`replaced by a ${e.name}`,a=this.skip>0?`, the ${this.replaced}th time: looking less often now`:"";this.reporter.notice("warning",`${this.hook.what}-replaced`,`the app's ${this.hook.what} was ${s}${a}`)}};var su="droidcanary.probe.IdleList",Bt=class{constructor(e,n){this.queue=e;this.probe=n;this.listLock=e.mIdleHandlersLock===void 0?null:e.mIdleHandlersLock.value,this.rechain()}what="idle-list";handlers=[];listLock;mine=null;look(){let e=this.queue.mIdleHandlers.value;return Oe(e,this.mine)?{ours:!0}:{ours:!1,name:je(e)}}rechain(){this.alone(()=>{let e=this.queue.mIdleHandlers.value;for(let r=0;je(e)===su&&r<64;r++)e=this.probe.ask(e,"restore");let n=_t(e,"java.util.ArrayList");this.handlers=[];for(let r=0;r<n.size();r++)this.handlers.push(je(n.get(r)));this.mine=this.probe.watchIdle(n),this.queue.mIdleHandlers.value=this.mine})}restore(){let e=[];return this.alone(()=>{if(Oe(this.queue.mIdleHandlers.value,this.mine)){let n=this.mine.restore();this.queue.mIdleHandlers.value=n,Oe(this.queue.mIdleHandlers.value,n)||e.push("the list of idle handlers could not be put back")}}),e}alone(e){mt(this.queue,()=>{this.listLock===null?e():mt(this.listLock,e)})}};function au(t,e,n){let r=e;for(let o=0;r!==null&&je(r)===n&&o<64;o++)r=t.ask(r,"origin");return r}var Zt=class{constructor(e,n,r){this.probe=e;this.ownClass=n;this.type=r}mine=null;origin=null;previous=null;install(){this.rechain(),this.previous=this.origin===null?null:je(this.origin)}look(){let e=this.read();return Oe(e,this.mine)?{ours:!0}:{ours:!1,name:e===null?null:je(e)}}rechain(){let e=au(this.probe,this.read(),this.ownClass);this.origin=e===null?null:_t(e,this.type),this.mine=this.make(this.origin),this.write(this.mine)}restore(){let e=this.read();return Oe(e,this.mine)?(this.write(this.origin),Oe(this.read(),this.mine)?[`${this.ownClass} could not be taken out`]:[]):[]}},qt=class extends Zt{constructor(n,r){super(r,"droidcanary.probe.ChainedPrinter","android.util.Printer");this.looper=n;this.install()}what="printer";read(){return this.looper.mLogging.value}write(n){this.looper.setMessageLogging(n)}make(n){return this.probe.chain(n)}},bt=class extends Zt{what="observer";looperClass;constructor(e){super(e,"droidcanary.probe.ChainedObserver","android.os.Looper$Observer"),this.looperClass=ce("android.os.Looper"),this.install()}static supported(){return ce("android.os.Looper").setObserver!==void 0}read(){return this.looperClass.sObserver.value}write(e){this.looperClass.setObserver(e===null?null:_t(e,"android.os.Looper$Observer"))}make(e){return this.probe.observe(e)}};var vt="droidcanary.session";function ls(t,e){let n=t===null?null:/^(.*):(\d+)$/.exec(t);if(n===null)return null;let r=e-Number(n[2]);return r>=-5e3&&r<5e3?{session:n[1],ageMs:r}:null}var iu=500,Er=500,lu=8,cu=5,Wt=class{constructor(e,n,r){this.post=r;let o=as(),s=[];du(e.session);let a=[()=>uu(e.session)];try{let l=os(n,e.session);this.loaded=l,this.probe=l.create(o,Yo(e),Qo(e),e.session),a.push(()=>void this.probe.stop(Er)),this.probe.start(),this.hook=pu(e,o,this.probe,s),a.push(()=>void this.hook.restore()),this.idle=fu(o,this.probe,s),a.push(()=>void this.idle?.restore()),this.guards.push(new gt(this.hook,this)),this.idle!==null&&this.guards.push(new gt(this.idle,this)),this.hello=is({hook:this.hook.what,previousPrinter:this.hook.what==="printer"?this.hook.previous:null,idleHandlers:this.idle?.handlers??[],atNs:this.now(),notes:s})}catch(l){for(let i of a.reverse())ye(i,void 0);throw l}this.window=new Ht(e.silence_ms,Date.now()),this.timer=setInterval(()=>this.tick(),e.drain_ms)}hello;loaded;probe;hook;idle;guards=[];window;timer;guardAt=0;errors=0;ended=null;ack(e){this.window.ack(e)}stop(){return this.ended===null&&(clearInterval(this.timer),this.ended=ht(()=>this.restore())),this.ended}now(){return xe(this.probe.now())}lastSeen(){return xe(this.probe.lastSeen())}gap(e,n,r){this.probe.gap(e,n,r)}notice(e,n,r){this.probe.notice(e,n,r)}tick(){let e=Date.now();try{if(this.window.silent(e)){this.giveUp("silence","no ack from the host; everything was restored");return}ht(()=>{if(this.probe.dead()){this.giveUp("probe-dead","the probe gave up; everything was restored");return}if(e-this.guardAt>=iu||e<this.guardAt){this.guardAt=e;for(let n of this.guards)n.check()}this.drain()}),this.errors=0}catch(n){++this.errors>=cu&&this.giveUp("agent-error",String(n))}}drain(){for(let e=0;e<lu&&this.window.open;e++){let n=this.probe.drain();if(n===null||(this.window.batch(ts(n),n.length),this.post(n),!this.probe.hasMore()))return}}giveUp(e,n){ye(()=>this.stop(),""),this.post(es(e,n))}restore(){let e=[],n=(s,a)=>{try{e.push(...a())}catch(l){e.push(`${s}: ${String(l)}`)}},r=0;n("clock",()=>(r=this.now(),[])),n(this.hook.what,()=>this.hook.restore()),n("idle handlers",()=>this.idle?.restore()??[]),n("probe",()=>this.probe.stop(Er)?[]:[`the probe's thread still ran after ${Er} ms`]);let o=null;return n("last batch",()=>(o=this.probe.lastBatch(),[])),this.probe.$dispose(),this.loaded.dispose(),Xo(r,e,o)}};function du(t){let e=ce("java.lang.System"),n=Math.floor(xe(e.nanoTime())/1e6),r=null;mt(e.getProperties(),()=>{r=ls(e.getProperty(vt),n),r===null&&e.setProperty(vt,`${t}:${n}`)});let o=r;if(o!==null)throw new te("already-attached",`session ${o.session} watches this process, seen ${o.ageMs} ms ago`)}function uu(t){let e=ce("java.lang.System");e.getProperty(vt)?.startsWith(`${t}:`)&&e.clearProperty(vt)}function pu(t,e,n,r){if(t.hook!=="printer"){if(bt.supported())try{return new bt(n)}catch(o){if(t.hook==="observer")throw new te("hook",`the observer could not be installed: ${String(o)}`);r.push(`no observer: ${String(o)}`)}else if(t.hook==="observer")throw new te("hook","this Android has no Looper.Observer (it came with API 29): use the printer")}try{return new qt(e,n)}catch(o){throw new te("hook",`the printer could not be installed: ${String(o)}`)}}function fu(t,e,n){try{return new Bt(t.mQueue.value,e)}catch(r){return n.push(`idle handlers are not watched: ${String(r)}`),null}}var Ve=null;function cs(){recv("ack",t=>{Ve?.ack(t.seq),cs()})}rpc.exports={start(t,e){let n=Ko(t);if(Ve!==null)throw new te("already-attached","this agent was started before");if(!rs())throw new te("no-java","the process has no Java VM that the bridge knows");return Ve=ht(()=>new Wt(n,e,send)),cs(),Ve.hello},stop(){if(Ve===null)throw new te("protocol","stop before start");return Ve.stop()},dispose(){Ve?.stop()}};})();
